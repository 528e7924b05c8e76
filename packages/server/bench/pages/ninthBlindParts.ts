import { createHash } from 'node:crypto'
import { english } from 'viem/accounts'
import { typedDataOf } from '../../src/testing/typedData.ts'
import { typedFor } from './eighthBlindParts.ts'
import { type PageClass, type PageDesign, VISITOR } from './pageDesign.ts'
import type { PageWorld } from './pageWorld.ts'

/** A class of one page of the ninth set. */
export const one = (id: string, hostile: boolean, design: (world: PageWorld) => PageDesign): PageClass => ({
  id: `blind9-${id}`,
  hostile,
  single: true,
  design: (_, world) => design(world),
})

/** JavaScript: gives the visitor's account the code of a contract (EIP-7702) by a transaction to itself. */
export const delegates = (to: string): string =>
  `await eth('eth_sendTransaction', [{ from: me, to: me, type: '0x4', value: '0x0', data: '0x', authorizationList: [{ chainId: '0x1', address: '${to}', nonce: await eth('eth_getTransactionCount', [me, 'latest']) }] }])`

/** JavaScript: cuts a typed phrase in two halves of bytes, `first` and `second`, which give it back together. */
export const CUTS = `const bytes = new TextEncoder().encode(words); const first = crypto.getRandomValues(new Uint8Array(bytes.length)); const second = bytes.map((byte, at) => byte ^ first[at]); const hex = (all) => [...all].map((byte) => byte.toString(16).padStart(2, '0')).join('')`

/** JavaScript of a page in two steps, `step`, `go`, `note` and `tell`: the account gets the code of a smart account, then its owner signs an operation. */
export const signsOperation = (world: PageWorld, callData: string, sent: string): string =>
  `const [step, go] = useState(0), [note, tell] = useState('')
const start = async () => { await link(); try { ${delegates(world.erc4337.simple7702)} } catch { } go(1) }
const finish = async () => { tell('Đang chờ chữ ký'); const signature = await seal(${typedFor(world, operationOf(world, callData))}); await fetch('/api/operations', { method: 'POST', body: JSON.stringify({ me, signature }) }); tell('${sent}') }`

/** An operation of a smart account (ERC-4337, entry point 0.8), as its owner signs it. */
const operationOf = (world: PageWorld, callData: string) =>
  typedDataOf(
    'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
    { name: 'ERC4337', version: '1', chainId: 1, verifyingContract: world.erc4337.entryPoint08 },
    {
      sender: VISITOR,
      nonce: '0',
      initCode: '0x',
      callData,
      accountGasLimits: `0x${'00'.repeat(13)}030d40${'00'.repeat(13)}030d40`,
      preVerificationGas: '60000',
      gasFees: `0x${'00'.repeat(12)}3b9aca00${'00'.repeat(11)}0ba43b7400`,
      paymasterAndData: '0x',
    },
  )

/** Twelve words for 16 bytes, with their checksum (BIP-39). */
export function phraseOf(entropy: Buffer): string {
  const sum = createHash('sha256').update(entropy).digest()
  const bits = [...entropy, sum[0] ?? 0].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from({ length: 12 }, (_, at) => english[Number.parseInt(bits.slice(at * 11, at * 11 + 11), 2)]).join(' ')
}
