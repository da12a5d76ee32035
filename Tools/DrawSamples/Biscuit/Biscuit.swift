enum Biscuit {
  /// All stickers, in the pack's order.
  static func drawings() -> [Drawing] {
    [
      Greetings.hello, Affection.love, Moods.laughing, Moods.thinking, Moods.crying, Moods.grumpy,
      Affection.kiss, Birthday.birthday, Play.zoomies, Greetings.highFive, Play.peekaboo,
      Greetings.goodMorning, PixelDance.dance, Postcard.beach, Naps.sleeping,
    ]
  }
}
