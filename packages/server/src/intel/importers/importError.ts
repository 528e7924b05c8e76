/** A list that cannot be imported. The message names the format, what was found and the remedy; text of the list in it is cleaned. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImportError'
  }
}
