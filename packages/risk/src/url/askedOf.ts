import type { FormFieldKind, Page } from '../facts/page.ts'
import { takingCalls } from './takingCalls.ts'

const SECRETS: readonly [FormFieldKind, string][] = [
  ['seed-phrase', 'a seed phrase'],
  ['private-key', 'a private key'],
  ['password', 'a password'],
  ['one-time-code', 'a one-time code'],
  ['card', 'card details'],
]

/** Returns the secrets and rights that a page asks for, in words; empty when it asks for none worth stealing. */
export function askedOf(page: Page): string[] {
  const wallet = takingCalls(page).length > 0 ? ['transactions or signatures of a wallet'] : []
  return [...secretsOf(page), ...wallet]
}

/** The same without what a wallet is asked for. */
export function secretsOf({ forms, secretsAsked }: Pick<Page, 'forms' | 'secretsAsked'>): string[] {
  const kinds = new Set<string>([
    ...forms.flatMap(({ fields }) => fields.map(({ kind }) => kind)),
    ...secretsAsked.map(({ kind }) => kind),
  ])
  return SECRETS.filter(([kind]) => kinds.has(kind)).map(([, words]) => words)
}
