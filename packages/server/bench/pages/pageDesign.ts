import type { SiteAnswer, SiteRequest } from '../../src/sandbox/sites/site.ts'
import type { PageWorld } from './pageWorld.ts'

/** Something to press. */
export type PageButton = {
  label: string
  /** JavaScript, run on a press: `account`, `wallet(method, params)`, `send(transaction)`, `sign(typedData)`, `show(html)`, `say(text)` are at hand. */
  code: string
  /** Connects a wallet first. Default true. */
  connects?: boolean
}

/** What a page says and does, whatever it is built with. */
export type PageDesign = {
  title: string
  /** HTML of its body without the buttons. */
  content: string
  buttons?: readonly PageButton[]
  /** JavaScript, run when the page is there; `show`, `say`, `wallet` are at hand. */
  start?: string
  /** Other paths of the site. */
  files?: Readonly<Record<string, SiteAnswer>>
  /** Hosts of the page's owner besides its own, by a name that stands for them in the code: `{{name}}`. */
  hosts?: Readonly<Record<string, SiteAnswer>>
  /** Shows another page to some visitors; null: the page itself. */
  gate?: (request: SiteRequest) => SiteAnswer | null
  language?: string
}

/** Pages of one kind; `variant` counts from 0 and changes words, amounts and languages. */
export type PageClass = {
  id: string
  hostile: boolean
  design: (variant: number, world: PageWorld) => PageDesign
  /** Plain HTML only: the class is about what is in the document. */
  plain?: true
  /** It is one page: its words are its own. */
  single?: true
}

/** One of the given by number. */
export function pick<Value>(values: readonly Value[], variant: number): Value {
  return values[variant % values.length] as Value
}

/** Placeholder for the visitor's account in call data and typed data. */
export const VISITOR = '0x00000000000000000000000000000000005ca1ab'

/** JavaScript that asks for a transaction. */
export function sends(to: string, data: string, value = 0n): string {
  return `await send(${JSON.stringify({ to, data, value: `0x${value.toString(16)}` })})`
}

/** JavaScript that asks for a signature of typed data. */
export function signs(typed: object): string {
  return `await sign(${JSON.stringify(typed, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one))})`
}
