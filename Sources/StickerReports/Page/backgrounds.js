// @ts-check
// The backgrounds of the details. A sticker has to stay legible "against a wide range of backgrounds"
// (Human Interface Guidelines, iMessage apps and stickers).

export const backgrounds = [
  ["white", "White"], ["black", "Black"], ["red", "Red"], ["yellow", "Yellow"],
  ["colors", "Multicolored"], ["photo", "Photo"], ["blue", "Blue bubble"],
  ["green", "Green bubble"], ["gray", "Gray bubble"], ["dark", "Dark bubble"],
];

/** Draws a picture with the contrasts and the grain of a photo: hills at sunset, out of focus lights. */
export function drawPhoto(side) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const context = canvas.getContext("2d");
  // Equal in each preview (Numerical Recipes, "quick and dirty" generator).
  let seed = 7;
  const random = () => (seed = (seed * 1664525 + 1013904223) >>> 0) / 2 ** 32;
  const fill = (color, draw) => {
    context.fillStyle = color;
    context.beginPath();
    draw();
    context.fill();
  };
  const sky = context.createLinearGradient(0, 0, 0, side);
  Object.entries({ "#24355f": 0, "#7d6a9a": 0.3, "#f0a27b": 0.5, "#ffdf9e": 0.6 }).forEach(
    ([color, place]) => sky.addColorStop(place, color));
  fill(sky, () => context.rect(0, 0, side, side));
  fill("#fff3c9", () => context.arc(side * 0.68, side * 0.52, side * 0.07, 0, 7));
  for (const { base, height, color } of [
    { base: 0.58, height: 0.1, color: "#8a6f8e" }, { base: 0.68, height: 0.09, color: "#4d5a68" },
    { base: 0.8, height: 0.06, color: "#2c4032" },
  ]) {
    const phase = random() * 9;
    fill(color, () => {
      context.moveTo(0, side);
      for (let x = 0; x <= side; x++) {
        const wave = Math.sin(x / side * 5 + phase) + Math.sin(x / side * 17 + phase * 3) / 4;
        context.lineTo(x, side * (base - wave * height / 2));
      }
      context.lineTo(side, side);
    });
  }
  for (let light = 0; light < 26; light++) {
    fill(`hsl(${random() * 60 + 10} 90% 70% / ${random() * 0.4 + 0.1})`, () => context.arc(
      random() * side, side * (0.72 + random() * 0.28), side * (0.01 + random() * 0.035), 0, 7));
  }
  const picture = context.getImageData(0, 0, side, side);
  for (let index = 0; index < picture.data.length; index += 4) {
    const grain = (random() - 0.5) * 18;
    for (let channel = 0; channel < 3; channel++) picture.data[index + channel] += grain;
  }
  context.putImageData(picture, 0, 0);
  return canvas;
}

/** Makes the photo available to the style sheet. */
export function installPhoto() {
  drawPhoto(512).toBlob((blob) => {
    document.documentElement.style.setProperty("--photo", `url("${URL.createObjectURL(blob)}")`);
  }, "image/jpeg", 0.85);
}
