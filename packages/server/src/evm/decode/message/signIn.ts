import type { Address } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { visibleText } from '../../../lib/cleanText.ts'

const MAX_RESOURCES = 64
const MAX_TEXT = 512
const DATE = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})`
const URI = String.raw`[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]*`
/** EIP-4361's ABNF, members in its order. */
const STRICT = new RegExp(
  `^(?:[A-Za-z][A-Za-z0-9+.-]*://)?[\\x21-\\x7e]+ wants you to sign in with your Ethereum account:\\n` +
    `0x[0-9a-fA-F]{40}\\n\\n(?:[\\x20-\\x7e]+\\n)?\\nURI: ${URI}\\nVersion: 1\\nChain ID: \\d+\\nNonce: [A-Za-z0-9]{8,}\\n` +
    `Issued At: ${DATE}(?:\\nExpiration Time: ${DATE})?(?:\\nNot Before: ${DATE})?` +
    `(?:\\nRequest ID: [\\x21-\\x7e]*)?(?:\\nResources:(?:\\n- ${URI})*)?$`,
)
const FIRST_LINE = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\S{1,255}) wants you to sign in with your .{0,64}account:?\s*$/i

type SignIn = SignedIntent & { kind: 'sign-in' }

/**
 * A sign-in request (EIP-4361), or a text of its shape: the protocol is named only when every rule of its grammar holds.
 * ReCap resources (ERC-5573) are spelled out: they hand over abilities, not an identity. Null for any other text.
 */
export function signIn(text: string): SignIn | null {
  const lines = text.split(/\r\n|\r|\n/)
  const [, scheme, domain] = FIRST_LINE.exec(lines[0]?.slice(0, MAX_TEXT) ?? '') ?? []
  if (domain === undefined) return null
  const member = (name: string) => {
    const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`))
    return line === undefined ? null : visibleText(line.slice(name.length + 1), MAX_TEXT)
  }
  const address = /^0x[0-9a-fA-F]{40}$/.exec(lines[1]?.trim() ?? '')?.[0]
  const chainId = member('chain id')
  return {
    kind: 'sign-in',
    protocol: STRICT.test(text) ? 'EIP-4361' : null,
    verifier: null,
    domain: visibleText(domain, 255),
    scheme: scheme?.toLowerCase() ?? null,
    address: (address?.toLowerCase() as Address | undefined) ?? null,
    uri: member('uri'),
    chainId: chainId !== null && /^\d{1,30}$/.test(chainId) ? BigInt(chainId) : null,
    statement: statementOf(lines),
    issuedAt: member('issued at'),
    expiresAt: member('expiration time'),
    resources: resourcesOf(lines),
  }
}

/** What stands between the address and the members. */
function statementOf(lines: string[]): string | null {
  const end = lines.findIndex((line) => /^uri:/i.test(line))
  const statement = visibleText(lines.slice(2, end < 0 ? 8 : end).join(' '), MAX_TEXT)
  return statement === '' ? null : statement
}

function resourcesOf(lines: string[]): string[] {
  const start = lines.findIndex((line) => /^resources:\s*$/i.test(line))
  if (start < 0) return []
  const resources = lines
    .slice(start + 1)
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2))
  const shown = resources.slice(0, MAX_RESOURCES).flatMap(abilities)
  const left = resources.length - MAX_RESOURCES
  return [...shown.slice(0, MAX_RESOURCES), ...(left > 0 ? [`… (${left} more)`] : [])]
}

/** `urn:recap:` and base64url of `{"att":{"https://example.com":{"crud/read":[{}]}}}` says what it allows. */
function abilities(resource: string): string[] {
  const shown = visibleText(resource, MAX_TEXT)
  if (!resource.startsWith('urn:recap:')) return [shown]
  try {
    const details = JSON.parse(Buffer.from(resource.slice(10), 'base64url').toString('utf8')) as { att?: unknown }
    const targets = Object.entries((details.att ?? {}) as Record<string, unknown>)
    const allowed = targets.flatMap(([target, actions]) =>
      Object.keys((actions ?? {}) as object).map((action) => visibleText(`recap: ${action} on ${target}`, MAX_TEXT)),
    )
    return allowed.length > 0 ? allowed.slice(0, MAX_RESOURCES) : [shown]
  } catch {
    return [shown]
  }
}
