import type { KeptSignature } from '@redoubt/risk/facts/walletRights.ts'
import { encodeTerms, LONGEST_TERMS, type TermsForm } from '../../domain/signedTerms.ts'
import type { MessageScanResult } from '../scans/message/renderMessage.ts'

export type KeptMessage = Pick<MessageScanResult['message'], 'domain' | 'digests' | 'parameters'>
export type Place = Pick<KeptSignature, 'standard' | 'id' | 'terms'>

/** Without terms where a value is not known, or they are too long to be kept: it is one still, whose state is not told and which nothing ends here. */
export function place(
  standard: Place['standard'],
  id: bigint,
  values: () => readonly unknown[],
  form: TermsForm = standard as TermsForm,
): Place {
  try {
    const terms = encodeTerms(form, values())
    return terms.length > LONGEST_TERMS ? { standard, id } : { standard, id, terms }
  } catch {
    return { standard, id }
  }
}

export function refuse(name: string): never {
  throw new RangeError(`${name} is not known`)
}

/**
 * An integer of the message; null: it has none of that name. A scan shows the first rows of a long message only: of the others, what was sent.
 * @param path as the scan names members: `details[3].nonce`.
 */
export function memberInteger(message: Pick<KeptMessage, 'parameters'>, asked: unknown, path: string): bigint | null {
  return integerOf(memberText(message, asked, path))
}

/** The same as text; undefined: it has none of that name. */
export function memberText(
  { parameters }: Pick<KeptMessage, 'parameters'>,
  asked: unknown,
  path: string,
): string | undefined {
  const shown = parameters.find(({ name }) => name === path)?.value
  if (shown !== undefined) return shown
  let member: unknown
  try {
    member = messageOf(asked)
  } catch {
    return undefined
  }
  for (const name of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (typeof member !== 'object' || member === null || !Object.hasOwn(member, name)) return undefined
    member = (member as Record<string, unknown>)[name]
  }
  return typeof member === 'string' || Number.isSafeInteger(member) ? String(member) : undefined
}

/** Integers are shown in decimal, bytes in hexadecimal. */
export function integerOf(text: string | undefined): bigint | null {
  if (text === undefined || !/^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(text)) return null
  return BigInt(text)
}

/** The `message` of typed data as it was sent. */
export function messageOf(asked: unknown): unknown {
  const typedData: unknown = typeof asked === 'string' ? JSON.parse(asked) : asked
  return (typedData as { message?: unknown } | null | undefined)?.message
}
