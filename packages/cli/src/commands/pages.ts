import { eachPage } from '@redoubt/client'
import { type Command, InvalidArgumentError } from 'commander'
import type { Session } from '../connection/session.ts'

/** Options of every list. */
export type PageOptions = { limit?: number; cursor?: string; all?: boolean }

export function addPageOptions(command: Command): Command {
  return command
    .option('--limit <count>', 'entries of a page', parseCount)
    .option('--cursor <cursor>', 'the page after this place, as the page before it named it')
    .option('--all', 'all pages')
}

/** The part of an answer that a page is. */
type Page = { nextCursor?: string | null; hasMore?: boolean }

/**
 * Reads one page, or with --all every page into one answer, whose `nextCursor` is then null. More that was not asked for is said,
 * with how to get it.
 */
export async function readPages<One extends Page>(
  session: Session,
  { limit, cursor, all }: PageOptions,
  itemsName: string,
  list: (query: { limit?: number; cursor?: string }, call: { signal: AbortSignal }) => Promise<One>,
): Promise<One> {
  const page = (from: string | undefined) =>
    session.wait('Reading', (call) =>
      list({ ...(limit !== undefined && { limit }), ...(from !== undefined && { cursor: from }) }, call),
    )
  const itemsOf = (one: One) => (one as unknown as Record<string, unknown[]>)[itemsName] ?? []
  if (all !== true) return page(cursor)
  const pages: One[] = []
  for await (const one of eachPage(page, (read) => itemsOf(read).length, cursor)) pages.push(one)
  return Object.assign({}, ...pages, { [itemsName]: pages.flatMap(itemsOf) })
}

/** Says on stderr that there is more. */
export function noteMore({ out }: Session, page: Page, { all }: PageOptions): void {
  const next = nextOf(page)
  if (next !== null && all !== true)
    out.note(`There are more: --cursor ${next} for the next page, --all for every page.`)
}

function nextOf({ nextCursor, hasMore }: Page): string | null {
  return hasMore === false ? null : (nextCursor ?? null)
}

function parseCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new InvalidArgumentError('expected a whole number from 1 on')
}
