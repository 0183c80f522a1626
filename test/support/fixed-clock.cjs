// Loaded with `node --require` by the stories: the program under test is the real one, only its clock stands still.
const now = process.env.STORY_NOW
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now] : parts))
  }
}
