/** What a person or a browser did not let happen, and no failure of the page or the service. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly title: string
  /** @param title one sentence; `message` says more. */
  constructor(title: string, message: string) {
    super(message)
    this.title = title
  }
}
