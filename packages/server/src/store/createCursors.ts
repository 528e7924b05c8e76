import type { Keyring } from './keyring.ts'

/**
 * Cursors sealed under the server's secret, in base64url: they last over restarts and are good on every node. Those of an earlier
 * secret still open. `about` is the question that a cursor belongs to: it opens for no other.
 */
export function createCursors(keyring: Keyring) {
  return {
    seal: (text: string, about: string): string =>
      Buffer.from(keyring.current().sealCursor(text, about), 'base64').toString('base64url'),
    /** Null when it was changed in any way, or made for something else. */
    unseal(cursor: string, about: string): string | null {
      const bytes = Buffer.from(cursor, 'base64url')
      // Base64 has several spellings of the same bytes; ours is the only one that we gave away.
      if (bytes.toString('base64url') !== cursor) return null
      for (const secret of [keyring.current(), ...keyring.earlier()]) {
        const text = secret.unsealCursor(bytes.toString('base64'), about)
        if (text !== null) return text
      }
      return null
    },
  }
}

/** The place that a cursor of `pageOf` stands for. @throws RangeError when it is none. */
export function placeIn(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new RangeError('The cursor is not one that this service returned.')
  return Number(cursor)
}

/** A page of rows in the order of their places. One more than `limit` is read, to see whether another page follows. */
export function pageOf<Row extends { seq: number }>(
  read: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const rows = read.slice(0, limit)
  const last = read.length > limit ? rows.at(-1) : undefined
  return { rows, nextCursor: last ? String(last.seq) : null }
}
