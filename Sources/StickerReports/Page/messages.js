// @ts-check
// A conversation and the drawer of Messages: stickers are dragged onto messages, scaled and turned.

import { element, titleOf } from "./page.js";

const sampleMessages = [
  ["gray", "Are the stickers done?", "Gray bubble"],
  ["blue", "Yes! Drag one up here", "Blue bubble"],
  ["photo", "", "Photo"],
  ["gray", "How are they on photos?", "Gray bubble"],
  ["green", "And on green?", "Green bubble"],
];

/** The sides of stickers in the drawer in points (Apple, MSStickerSize). */
export const gridPoints = { small: 100, regular: 136, large: 206 };

export class Messages {
  /**
   * @param imageOf returns an img element that plays a sticker
   * @param select called with the sticker that was clicked
   */
  constructor(conversation, drawer, imageOf, select) {
    this.conversation = conversation;
    this.drawer = drawer;
    this.imageOf = imageOf;
    this.select = select;
    conversation.append(element("p", { className: "time" }, "Today 9:41"), ...sampleMessages.map(([kind, text, name]) => element("div",
      { className: `message ${kind === "gray" ? "received" : "sent"}` },
      element("div",
        { className: `bubble ${kind}`, role: "img", ariaLabel: name, dataset: { text } }))));
  }

  /** Fills the drawer. */
  show(stickers) {
    this.drawer.replaceChildren(...stickers.map((sticker) => {
      const button = element("button",
        { type: "button", ariaLabel: titleOf(sticker), onclick: () => this.select(sticker) },
        this.imageOf(sticker));
      this.makePeelable(button, sticker);
      return button;
    }));
  }

  /** Puts a sticker on the message with the fewest, and moves the focus to it. */
  place(sticker) {
    const placed = this.placedSticker(sticker);
    const message = this.emptiestMessage();
    const bubble = message.firstChild;
    message.append(placed);
    this.move(placed, bubble.offsetLeft + bubble.offsetWidth / 2,
      bubble.offsetTop + bubble.offsetHeight / 2);
    message.scrollIntoView({ block: "nearest" });
    placed.focus({ preventScroll: true });
  }

  /** The stickers on messages for a page that is loaded again. */
  kept() {
    return [...this.conversation.querySelectorAll(".message")].map((message) =>
      [...message.querySelectorAll(".placed")].map(({ sticker, state }) => ({ file: sticker.file, state })));
  }

  restore(kept, stickers) {
    kept.forEach((placedOnes, index) => placedOnes.forEach(({ file, state }) => {
      const sticker = stickers.find((candidate) => candidate.file === file);
      if (sticker?.image === undefined) return;
      const placed = this.placedSticker(sticker);
      this.conversation.querySelectorAll(".message")[index].append(placed);
      this.move(placed, state.x, state.y, state.scale, state.angle);
    }));
  }

  emptiestMessage() {
    const messages = [...this.conversation.querySelectorAll(".message")];
    const count = (message) => message.querySelectorAll(".placed").length;
    return messages.reduce((best, next) => (count(next) < count(best) ? next : best));
  }

  placedSticker(sticker) {
    const placed = element("button", {
      type: "button", className: "placed",
      ariaLabel: `${titleOf(sticker)}, on a message`,
    }, this.imageOf(sticker), element("span", { className: "handle" }));
    placed.sticker = sticker;
    placed.state = { x: 0, y: 0, scale: 1, angle: 0 };
    this.makeMovable(placed);
    return placed;
  }

  /** Sets the center, the scale and the angle in degrees. Omitted ones stay. */
  move(placed, x, y, scale = placed.state.scale, angle = placed.state.angle) {
    placed.state = { x, y, scale: Math.min(4, Math.max(0.25, scale)), angle };
    placed.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`;
    placed.style.rotate = `${angle}deg`;
    placed.style.scale = placed.state.scale;
  }

  // A mouse peels at once. A finger holds first, because it usually scrolls the drawer.
  makePeelable(button, sticker) {
    let start, placed, timer;
    const peel = () => {
      placed = this.placedSticker(sticker);
      placed.classList.add("peeled");
      placed.style.width = `${button.firstChild.clientWidth}px`;
      document.body.append(placed);
      this.move(placed, start.clientX, start.clientY, 1.1);
    };
    const end = (event) => {
      clearTimeout(timer);
      start = undefined;
      if (!placed) return;
      // The click that follows would select the sticker.
      if (event.type === "pointerup") {
        addEventListener("click", stop, { capture: true });
        setTimeout(() => removeEventListener("click", stop, { capture: true }));
        this.drop(placed, event);
      } else {
        placed.remove();
      }
      placed = undefined;
    };
    const stop = (event) => event.stopPropagation();
    button.onpointerdown = (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      start = event;
      button.setPointerCapture(event.pointerId);
      if (event.pointerType !== "mouse") timer = setTimeout(peel, 250);
    };
    button.onpointermove = (event) => {
      if (!start) return;
      const distance = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY);
      if (placed) {
        this.move(placed, event.clientX, event.clientY);
      } else if (distance > 5) {
        if (event.pointerType === "mouse") peel(); else clearTimeout(timer);
      }
    };
    button.onpointerup = button.onpointercancel = end;
    button.ondragstart = () => false;
    button.oncontextmenu = () => !placed;
    button.addEventListener("touchmove", (event) => placed && event.preventDefault(),
      { passive: false });
  }

  drop(placed, { clientX, clientY }) {
    const isInside = (box) => clientX >= box.left && clientX <= box.right && clientY >= box.top
      && clientY <= box.bottom;
    placed.classList.remove("peeled");
    placed.style.width = "";
    if (!isInside(this.conversation.getBoundingClientRect())) {
      placed.remove();
      return;
    }
    const distance = (message) => {
      const box = message.getBoundingClientRect();
      return Math.max(box.top - clientY, clientY - box.bottom, 0);
    };
    const message = [...this.conversation.querySelectorAll(".message")].reduce(
      (best, next) => (distance(next) < distance(best) ? next : best));
    const box = message.getBoundingClientRect();
    message.append(placed);
    this.move(placed, clientX - box.left, clientY - box.top, 1);
    placed.focus({ preventScroll: true });
  }

  makeMovable(placed) {
    const pointers = new Map();
    // What two fingers, or one and the center, span: the middle, the distance and the angle.
    const span = () => {
      const [first, second] = [...pointers.values()];
      const other = second ?? (placed.turns ? centerOf(placed) : first);
      const [dx, dy] = [other.x - first.x, other.y - first.y];
      return {
        x: (first.x + other.x) / 2, y: (first.y + other.y) / 2, length: Math.hypot(dx, dy),
        angle: Math.atan2(dy, dx) * 180 / Math.PI,
      };
    };
    placed.onpointerdown = (event) => {
      placed.turns = event.target.className === "handle";
      placed.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      placed.focus({ preventScroll: true });
    };
    placed.onpointermove = (event) => {
      if (!pointers.has(event.pointerId)) return;
      const before = span();
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = span();
      const { x, y, scale, angle } = placed.state;
      const [dx, dy] = placed.turns ? [0, 0] : [after.x - before.x, after.y - before.y];
      this.move(placed, x + dx, y + dy,
        before.length > 0 ? scale * after.length / before.length : scale,
        angle + after.angle - before.angle);
    };
    placed.onpointerup = placed.onpointercancel = (event) => pointers.delete(event.pointerId);
    placed.ondragstart = () => false;
    placed.onkeydown = (event) => {
      const { x, y, scale, angle } = placed.state;
      const actions = {
        ArrowLeft: () => this.move(placed, x - 8, y), ArrowRight: () => this.move(placed, x + 8, y),
        ArrowUp: () => this.move(placed, x, y - 8), ArrowDown: () => this.move(placed, x, y + 8),
        "+": () => this.move(placed, x, y, scale * 1.1),
        "-": () => this.move(placed, x, y, scale / 1.1),
        "[": () => this.move(placed, x, y, scale, angle - 10),
        "]": () => this.move(placed, x, y, scale, angle + 10),
        Delete: () => placed.remove(), Backspace: () => placed.remove(),
      };
      if (!actions[event.key] || event.metaKey || event.ctrlKey || event.altKey) return;
      actions[event.key]();
      event.preventDefault();
      event.stopPropagation();
    };
  }
}

/** The center of an element in the window. */
function centerOf(target) {
  const box = target.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
