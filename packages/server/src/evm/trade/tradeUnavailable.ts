/** The token could not be traded here at all, which proves nothing about it. `message` is plain and safe to show. */
export class TradeUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TradeUnavailable'
  }
}
