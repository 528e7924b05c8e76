import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { SandboxWorld } from '../sandbox/world.ts'

// Typed data as dApps ask for it on the sandbox, signed by its trader. Amounts in base units, as decimal text.

const FAR = '99999999999'
const ZERO_HASH = `0x${'0'.repeat(64)}`
const ZERO: Address = `0x${'0'.repeat(40)}`
const field = (text: string) => {
  const [type = '', name = ''] = text.split(' ')
  return { name, type }
}
const struct = (text: string) => text.split(',').map(field)

/** EIP-2612, as the dollar coin has it. */
export function permitOf(world: SandboxWorld, spender: Address, value: bigint, nonce = 0) {
  return {
    types: { Permit: struct('address owner,address spender,uint256 value,uint256 nonce,uint256 deadline') },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '2', chainId: CHAIN_IDS[world.chain], verifyingContract: world.tokens.usdc },
    message: { owner: world.actors.trader, spender, value: String(value), nonce, deadline: FAR },
  }
}

/** Permit2 over two tokens, for ever. */
export function permitBatchOf(world: SandboxWorld, spender: Address) {
  const detail = (token: Address) => ({
    token,
    amount: String(2n ** 160n - 1n),
    expiration: String(2n ** 48n - 1n),
    nonce: 0,
  })
  return {
    types: {
      PermitBatch: struct('PermitDetails[] details,address spender,uint256 sigDeadline'),
      PermitDetails: struct('address token,uint160 amount,uint48 expiration,uint48 nonce'),
    },
    primaryType: 'PermitBatch',
    domain: { name: 'Permit2', chainId: CHAIN_IDS[world.chain], verifyingContract: world.permit2 },
    message: { details: [detail(world.tokens.dai), detail(world.tokens.usdc)], spender, sigDeadline: FAR },
  }
}

/** EIP-3009 `TransferWithAuthorization` of the dollar coin. */
export function paymentOf(world: SandboxWorld, to: Address, value: bigint) {
  return {
    types: {
      TransferWithAuthorization: struct(
        'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
      ),
    },
    primaryType: 'TransferWithAuthorization',
    domain: { name: 'USD Coin', version: '2', chainId: CHAIN_IDS[world.chain], verifyingContract: world.tokens.usdc },
    message: {
      from: world.actors.trader,
      to,
      value: String(value),
      validAfter: 0,
      validBefore: FAR,
      nonce: `0x${'07'.repeat(32)}`,
    },
  }
}

/** What x402 v2 signs where the token has no EIP-3009: Permit2, with the receiver in the witness. */
export function x402PaymentOf(world: SandboxWorld, payTo: Address, amount: bigint, spender: Address) {
  return {
    types: {
      PermitWitnessTransferFrom: struct(
        'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness',
      ),
      TokenPermissions: struct('address token,uint256 amount'),
      Witness: struct('address to,uint256 validAfter'),
    },
    primaryType: 'PermitWitnessTransferFrom',
    domain: { name: 'Permit2', chainId: CHAIN_IDS[world.chain], verifyingContract: world.permit2 },
    message: {
      permitted: { token: world.tokens.dai, amount: String(amount) },
      spender,
      nonce: '402',
      deadline: String(world.headTimestamp + 600),
      witness: { to: payTo, validAfter: 0 },
    },
  }
}

/** Seaport's ItemType. */
export const SEAPORT_ITEM = { native: 0, erc20: 1, erc721: 2, erc1155: 3, anyErc721: 4 } as const
/** What an order gives or asks for; amounts in base units, `recipient` of what is asked: the signer by default. */
export type SeaportItem = {
  itemType: (typeof SEAPORT_ITEM)[keyof typeof SEAPORT_ITEM]
  token?: Address
  id?: bigint
  amount: bigint
  endAmount?: bigint
  recipient?: Address
}

const ITEM_TYPE = 'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const ORDER_TYPES = {
  OrderComponents: struct(
    'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter',
  ),
  OfferItem: struct(ITEM_TYPE),
  ConsiderationItem: struct(`${ITEM_TYPE},address recipient`),
}

/** A Seaport 1.6 order of the trader for a day. */
export function orderOf(
  world: SandboxWorld,
  { offer, consideration, ...more }: { offer: SeaportItem[]; consideration: SeaportItem[]; [member: string]: unknown },
) {
  return {
    types: ORDER_TYPES,
    primaryType: 'OrderComponents',
    domain: { name: 'Seaport', version: '1.6', chainId: CHAIN_IDS[world.chain], verifyingContract: world.seaport },
    message: {
      offerer: world.actors.trader,
      zone: ZERO,
      offer: offer.map(itemOf),
      consideration: consideration.map((item) => ({
        ...itemOf(item),
        recipient: item.recipient ?? world.actors.trader,
      })),
      orderType: 0,
      startTime: world.headTimestamp - 60,
      endTime: world.headTimestamp + 86_400,
      zoneHash: ZERO_HASH,
      salt: '7',
      conduitKey: ZERO_HASH,
      counter: '0',
      ...more,
    },
  }
}

/** Two orders under one signature. */
export function bulkOrderOf(orders: [ReturnType<typeof orderOf>, ReturnType<typeof orderOf>]) {
  const [{ domain }] = orders
  return {
    types: { BulkOrder: struct('OrderComponents[2] tree'), ...ORDER_TYPES },
    primaryType: 'BulkOrder',
    domain,
    message: { tree: orders.map(({ message }) => message) },
  }
}

/** A listing of one picture for coin, paid to the seller. */
export function listingOf(world: SandboxWorld, id: bigint, price: bigint) {
  return orderOf(world, { offer: [pictureOf(world, id)], consideration: [coins(price)] })
}

/** One picture of the sandbox's collection; without a number any of them. */
export function pictureOf({ nfts }: SandboxWorld, id?: bigint): SeaportItem {
  const itemType = id === undefined ? SEAPORT_ITEM.anyErc721 : SEAPORT_ITEM.erc721
  return { itemType, token: nfts.collectible, ...(id !== undefined && { id }), amount: 1n }
}

/** Coins of the network, in wei. */
export function coins(amount: bigint): SeaportItem {
  return { itemType: SEAPORT_ITEM.native, amount }
}

function itemOf({ itemType, token = ZERO, id = 0n, amount, endAmount = amount }: SeaportItem) {
  return {
    itemType,
    token,
    identifierOrCriteria: String(id),
    startAmount: String(amount),
    endAmount: String(endAmount),
  }
}

/** A transaction of the sandbox's Safe, whose owner the trader is. */
export function safeTransactionOf(
  world: SandboxWorld,
  call: { to: Address; data: string; operation: 0 | 1 },
  nonce = 0,
) {
  return {
    types: {
      SafeTx: struct(
        'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce',
      ),
    },
    primaryType: 'SafeTx',
    domain: { chainId: CHAIN_IDS[world.chain], verifyingContract: world.safe.account },
    message: {
      ...call,
      value: '0',
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: ZERO,
      refundReceiver: ZERO,
      nonce,
    },
  }
}

/** EIP-4361 for an honest site. */
export function signInOf(world: SandboxWorld, domain = 'app.example'): string {
  return `${domain} wants you to sign in with your Ethereum account:
${world.actors.trader}

Sign in to the app.

URI: https://${domain}/login
Version: 1
Chain ID: ${CHAIN_IDS[world.chain]}
Nonce: 32891756abcdef
Issued At: ${new Date(world.headTimestamp * 1000).toISOString()}`
}
