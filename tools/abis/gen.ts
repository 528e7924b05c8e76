import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { formatAbiItem, parseAbiItem } from 'abitype'
import { type Abi, type AbiItem, toEventSelector, toFunctionSelector } from 'viem'
import { BY_HAND, SOURCES } from './sources.ts'

// Writes packages/server/src/evm/decode/abiIndex.generated.json; with --check it only compares.

type Entry = { abi: string; source: string; version?: string; license?: string; signatures: Record<string, string> }

const KINDS = { function: 'f', event: 'e', error: 'x' } as const
const root = new URL('./node_modules/', import.meta.url)
const target = new URL('../../packages/server/src/evm/decode/abiIndex.generated.json', import.meta.url)

async function readAbi(packageName: string, file: string, member: string | undefined): Promise<Abi> {
  const url = new URL(`${packageName}/${file}`, root)
  if (member === undefined) {
    const json = JSON.parse(readFileSync(url, 'utf8'))
    return json.compilerOutput?.abi ?? json.abi ?? json
  }
  const module = await import(pathToFileURL(url.pathname).href)
  return module[member] ?? module.default[member]
}

/** `function transfer(address,uint256)`: what decides whether two declarations are the same call. */
function canonical(item: AbiItem): string {
  const strip = (inputs: readonly { type: string }[]): unknown[] =>
    inputs.map(({ type, ...rest }) => {
      const { components, indexed } = rest as { components?: { type: string }[]; indexed?: boolean }
      return { type, name: '', ...(components && { components: strip(components) }), ...(indexed && { indexed }) }
    })
  const named = item as { type: string; name: string; inputs: { type: string }[] }
  return formatAbiItem({
    type: named.type,
    name: named.name,
    inputs: strip(named.inputs),
    outputs: [],
    stateMutability: 'nonpayable',
  } as unknown as AbiItem)
}

/** Output types and mutability are dropped: decoding needs the inputs only. abiIndex.test.ts checks every line against its key. */
function signatureOf(item: AbiItem): string {
  const { outputs: _outputs, ...rest } = item as AbiItem & { outputs?: unknown }
  return formatAbiItem({ ...rest, outputs: [], stateMutability: 'nonpayable' } as unknown as AbiItem)
}

function keyOf(item: AbiItem): string {
  if (item.type === 'event') return toEventSelector(item)
  return toFunctionSelector({ ...item, type: 'function' } as Parameters<typeof toFunctionSelector>[0])
}

const seen = new Set<string>()
function collect(abi: Abi, views: boolean): Record<string, string> {
  const signatures: Record<string, string> = {}
  for (const item of abi) {
    if (item.type !== 'function' && item.type !== 'event' && item.type !== 'error') continue
    if (item.type === 'function' && !views && ['view', 'pure'].includes(item.stateMutability)) continue
    const identity = canonical(item)
    if (seen.has(identity)) continue
    seen.add(identity)
    const signature = signatureOf(item)
    // A function and an error may share a selector, so the kind is in the key.
    signatures[`${KINDS[item.type]}${keyOf(item).slice(2)}`] = signature.replace(/^\w+ /, '').replaceAll(', ', ',')
  }
  return signatures
}

const entries: Entry[] = []
for (const { abi, package: name, file, member, views } of SOURCES) {
  const { name: realName, version, license } = JSON.parse(readFileSync(new URL(`${name}/package.json`, root), 'utf8'))
  const signatures = collect(await readAbi(name, file, member), views ?? false)
  if (Object.keys(signatures).length > 0)
    entries.push({ abi, source: `npm:${realName}/${file}`, version, license, signatures })
}
for (const { abi, source, signatures } of BY_HAND) {
  entries.push({
    abi,
    source,
    signatures: collect(signatures.map((line) => parseAbiItem(line)) as unknown as Abi, true),
  })
}

const text = `${JSON.stringify(entries, null, 1)}\n`
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('abiIndex.generated.json is stale: run npm run gen:abis in tools/abis')
    process.exit(1)
  }
} else writeFileSync(target, text)
const count = entries.reduce((sum, { signatures }) => sum + Object.keys(signatures).length, 0)
console.log(`${count} signatures from ${entries.length} ABIs, ${text.length} bytes`)
