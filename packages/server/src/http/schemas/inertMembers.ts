import { type TSchema, Type } from 'typebox'

/** A member that is accepted as it comes and changes nothing: what our answers, nodes and libraries carry along. */
export function Inert(description: string) {
  return Type.Optional(Type.Unsafe<unknown>({ description: `No effect. ${description}`, 'x-no-effect': true }))
}

/** Those of the members that `sent` lacks, as inert ones: an answer can be sent back as it came. */
export function readOnlyMembers(answered: Record<string, TSchema>, sent: Record<string, TSchema>) {
  const names = Object.keys(answered).filter((name) => !Object.hasOwn(sent, name))
  return Object.fromEntries(names.map((name) => [name, Inert('Answered by GET.')]))
}

const OF_NODES = 'A member of transactions that nodes answer.'
const OF_ETHERS = 'A member of ethers’ transactions.'
const OF_METAMASK = 'A member of MetaMask’s transactions.'
const BLOBS = 'EIP-4844; `blobVersionedHashes` stands for the blobs and is required beside them.'
const SIGNATURE = 'The signature of a transaction that is signed already; it is not verified.'

/** What JSON-RPC nodes, viem 2, ethers 5 and 6, web3.js, MetaMask and wallet_sendCalls write of a transaction besides what is judged. */
export const INERT_TRANSACTION_MEMBERS = {
  v: Inert(SIGNATURE),
  r: Inert(SIGNATURE),
  s: Inert(SIGNATURE),
  yParity: Inert(SIGNATURE),
  signature: Inert(SIGNATURE),
  sig: Inert(SIGNATURE),
  blockHash: Inert(OF_NODES),
  blockNumber: Inert(OF_NODES),
  blockTimestamp: Inert(OF_NODES),
  transactionIndex: Inert(OF_NODES),
  creates: Inert(OF_NODES),
  publicKey: Inert(OF_NODES),
  raw: Inert(OF_NODES),
  condition: Inert(OF_NODES),
  standardV: Inert(OF_NODES),
  typeHex: Inert('viem’s form of `type`.'),
  kzg: Inert(BLOBS),
  commitments: Inert(BLOBS),
  proofs: Inert(BLOBS),
  blobWrapperVersion: Inert(BLOBS),
  _type: Inert(OF_ETHERS),
  index: Inert(OF_ETHERS),
  confirmations: Inert(OF_ETHERS),
  timestamp: Inert(OF_ETHERS),
  customData: Inert(OF_ETHERS),
  blockTag: Inert('The newest block is judged.'),
  enableCcipRead: Inert(OF_ETHERS),
  ccipReadEnabled: Inert(OF_ETHERS),
  estimateGasError: Inert(OF_METAMASK),
  estimatedBaseFee: Inert(OF_METAMASK),
  estimateSuggested: Inert(OF_METAMASK),
  estimateUsed: Inert(OF_METAMASK),
  gasUsed: Inert(OF_METAMASK),
  hardfork: Inert('A member of web3.js’ transactions.'),
  version: Inert('Version of wallet_sendCalls.'),
  id: Inert('Id of the bundle in wallet_sendCalls.'),
  capabilities: Inert(
    'Capabilities of wallet_sendCalls. Their additions, such as a paymaster or permissions, are not judged.',
  ),
}
