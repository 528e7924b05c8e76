import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { encodeFunctionData, keccak256, numberToHex, parseAbi, serializeTransaction, stringToHex } from 'viem/utils'
import { SANDBOX_CHAINS } from '../../src/sandbox/canonical.ts'
import { nativeWorth } from '../../src/sandbox/profiles.ts'
import { type SandboxWorld, sandboxWorld } from '../../src/sandbox/world.ts'
import { bulkOrderOf, coins, orderOf, pictureOf, SEAPORT_ITEM, signInOf } from '../../src/testing/sandboxMessages.ts'

/** One body of POST /v1/scan/message, without options. `id`: its class. */
export type MessageCase = { id: string; hostile: boolean; body: Record<string, unknown> }

type Draw = ReturnType<typeof drawsOf>
type Make = (draw: Draw, hostile: boolean) => Record<string, unknown>

const ABI = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
])
const ETHER = 10n ** 18n
const MAX = 2n ** 256n - 1n
const ZERO: Address = `0x${'0'.repeat(40)}`
const ZERO_HASH: Hex = `0x${'0'.repeat(64)}`
const DAY = 86_400

const COW: Address = '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'
const ONE_INCH: Address = '0x111111125421cA6dc452d289314280a0f8842A65'
const ZERO_EX: Address = '0xDef1C0ded9bec7F1a1670819833240f027b25EfF'
const LOOKS_RARE: Address = '0x0000000000E655fAe4d56241588680F86E3b2377'
const BLUR: Address = '0x000000000000Ad05Ccc4F10045630fb830B95127'
const DELEGATION_MANAGER: Address = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'
const TOKEN_AMOUNT_ENFORCER: Address = '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc'
const TIMESTAMP_ENFORCER: Address = '0x1046bb45C8d673d4ea75321280DB34899413c069'

/** Every class `count` times hostile and `count` times honest, the same for the same seed. */
export function messageCases(seed: number, count: number): MessageCase[] {
  const random = mulberry32(seed)
  return Object.entries(CLASSES).flatMap(([id, make]) =>
    Array.from({ length: 2 * count }, (_, at) => {
      const hostile = at % 2 === 0 || NOT_DEPLOYED.has(id)
      return { id, hostile, body: make(drawsOf(random, ON_ETHEREUM.has(id)), hostile) }
    }),
  )
}

/** Classes whose verifier is at home on Ethereum. */
const ON_ETHEREUM: ReadonlySet<string> = new Set([
  ...['dai-permit', 'cow-price', 'cow-receiver', 'one-inch', 'zero-ex', 'looks-rare', 'blur'],
])

/** Venues without code on the sandbox: an order for such an address is honest on no chain, so these classes have no twins. */
const NOT_DEPLOYED: ReadonlySet<string> = new Set(['one-inch', 'zero-ex', 'looks-rare', 'blur'])

const CLASSES: Readonly<Record<string, Make>> = {
  'permit-erc2612': (draw, hostile) =>
    typed(draw, {
      type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
      domain: { name: 'USD Coin', version: '2', verifyingContract: draw.world.tokens.usdc },
      message: {
        owner: draw.trader,
        spender: draw.spender(hostile),
        value: String(hostile ? draw.large() : draw.dollars()),
        nonce: 0,
        deadline: draw.deadline(hostile),
      },
    }),
  'dai-permit': (draw, hostile) =>
    typed(draw, {
      type: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
      domain: { name: 'Dai Stablecoin', version: '1', verifyingContract: draw.world.tokens.dai },
      message: {
        holder: draw.trader,
        spender: draw.spender(hostile),
        nonce: 0,
        expiry: draw.deadline(hostile),
        allowed: true,
      },
    }),
  'permit2-single': (draw, hostile) =>
    permit2(draw, `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`, {
      details: draw.permitDetails(draw.world.tokens.dai, hostile),
      spender: draw.spender(hostile),
      sigDeadline: draw.deadline(hostile),
    }),
  'permit2-batch': (draw, hostile) =>
    permit2(draw, `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`, {
      details: [draw.world.tokens.dai, draw.world.tokens.usdc].map((token) => draw.permitDetails(token, hostile)),
      spender: draw.spender(hostile),
      sigDeadline: draw.deadline(hostile),
    }),
  'permit2-transfer': (draw, hostile) =>
    permit2(
      draw,
      'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)',
      {
        permitted: { token: draw.world.tokens.dai, amount: String(hostile ? 5_000n * ETHER : draw.small()) },
        spender: draw.spender(hostile),
        nonce: draw.integer(1, 1_000_000),
        deadline: draw.deadline(hostile),
      },
    ),
  'permit2-witness': (draw, hostile) =>
    permit2(
      draw,
      'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Trade witness)TokenPermissions(address token,uint256 amount)Trade(address buyToken,uint256 minimum)',
      {
        permitted: { token: draw.world.tokens.dai, amount: String(hostile ? 5_000n * ETHER : draw.small()) },
        spender: draw.spender(hostile),
        nonce: draw.integer(1, 1_000_000),
        deadline: draw.deadline(hostile),
        witness: { buyToken: draw.world.tokens.usdc, minimum: '1' },
      },
    ),
  'seaport-dust': (draw, hostile) =>
    sale(draw, hostile ? (draw.chance() ? [] : [coins(BigInt(draw.integer(1, 1_000)))]) : [coins(draw.picturePrice())]),
  'seaport-worthless-token': (draw, hostile) => {
    const token = hostile ? draw.world.traps.counterfeit : draw.world.tokens.usdc
    const amount = 150n * 10n ** BigInt(draw.world.decimals.usdc)
    return sale(draw, [{ itemType: SEAPORT_ITEM.erc20, token, amount }])
  },
  'seaport-recipient': (draw, hostile) => {
    const price = draw.picturePrice()
    const fee = { ...coins(price / 40n), recipient: draw.someone() }
    return sale(
      draw,
      hostile
        ? [{ ...coins(price), recipient: draw.thief() }, coins(1n)]
        : [{ ...coins(price - price / 40n), recipient: draw.trader }, fee],
    )
  },
  'seaport-tokens-for-nothing': (draw, hostile) => {
    const { usdc, usdt } = draw.world.tokens
    const amount = draw.dollars() * 10n
    return body(
      draw,
      orderOf(draw.world, {
        offer: [{ itemType: SEAPORT_ITEM.erc20, token: usdc, amount }],
        consideration: [{ itemType: SEAPORT_ITEM.erc20, token: usdt, amount: hostile ? 1n : amount }],
      }),
    )
  },
  'seaport-bulk': (draw, hostile) => {
    const price = hostile ? 1n : draw.picturePrice()
    const one = (id: bigint) =>
      orderOf(draw.world, { offer: [pictureOf(draw.world, id)], consideration: [coins(price)] })
    return body(draw, bulkOrderOf([one(1n), one(2n)]))
  },
  'cow-price': (draw, hostile) => cow(draw, { receiver: ZERO, share: hostile ? 0n : 99n }),
  'cow-receiver': (draw, hostile) => cow(draw, { receiver: hostile ? draw.thief() : draw.trader, share: 99n }),
  'one-inch': (draw, hostile) => {
    const { usdc, dai } = draw.world.tokens
    const amount = draw.dollars()
    return typed(draw, {
      type: 'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
      domain: { name: '1inch Aggregation Router', version: '6', verifyingContract: ONE_INCH },
      message: {
        salt: String(draw.integer(1, 1e9)),
        maker: draw.trader,
        receiver: ZERO,
        makerAsset: usdc,
        takerAsset: dai,
        makingAmount: String(amount),
        takingAmount: String(hostile ? 1n : amount * 10n ** 12n),
        makerTraits: String(BigInt(draw.soon()) << 80n),
      },
    })
  },
  'zero-ex': (draw, hostile) => {
    const { usdc, usdt } = draw.world.tokens
    const amount = draw.dollars()
    return typed(draw, {
      type: 'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)',
      domain: { name: 'ZeroEx', version: '1.0.0', verifyingContract: ZERO_EX },
      message: {
        makerToken: usdc,
        takerToken: usdt,
        makerAmount: String(amount),
        takerAmount: String(hostile ? 1n : amount),
        takerTokenFeeAmount: '0',
        maker: draw.trader,
        taker: ZERO,
        sender: ZERO,
        feeRecipient: ZERO,
        pool: ZERO_HASH,
        expiry: draw.soon(),
        salt: String(draw.integer(1, 1e9)),
      },
    })
  },
  'looks-rare': (draw, hostile) =>
    typed(draw, {
      type: 'Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)',
      domain: { name: 'LooksRareProtocol', version: '2', verifyingContract: LOOKS_RARE },
      message: {
        quoteType: 1,
        globalNonce: 0,
        subsetNonce: 0,
        orderNonce: draw.integer(0, 99),
        strategyId: 0,
        collectionType: 0,
        collection: draw.world.nfts.collectible,
        currency: ZERO,
        signer: draw.trader,
        startTime: draw.world.headTimestamp - 60,
        endTime: draw.soon(),
        price: String(hostile ? draw.integer(0, 1_000) : draw.picturePrice()),
        itemIds: [draw.integer(1, 4)],
        amounts: [1],
        additionalParameters: '0x',
      },
    }),
  blur: (draw, hostile) =>
    typed(draw, {
      type: 'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)',
      domain: { name: 'Blur Exchange', version: '1.0', verifyingContract: BLUR },
      message: {
        trader: draw.trader,
        side: 1,
        matchingPolicy: '0x0000000000daB4A563819e8fd93dbA3b25BC3495',
        collection: draw.world.nfts.collectible,
        tokenId: draw.integer(1, 4),
        amount: 1,
        paymentToken: ZERO,
        price: String(hostile && draw.chance() ? 0n : draw.picturePrice()),
        listingTime: draw.world.headTimestamp - 60,
        expirationTime: draw.soon(),
        fees: hostile ? [{ rate: 10_000, recipient: draw.thief() }] : [],
        salt: String(draw.integer(1, 1e9)),
        extraParams: '0x',
        nonce: 0,
      },
    }),
  'safe-drain': (draw, hostile) => {
    const amount = 10n ** BigInt(draw.world.decimals.usdc)
    // All that the Safe still holds after the payout of its history.
    const args = hostile ? ([draw.thief(), 4_700n * amount] as const) : ([draw.world.actors.friend, amount] as const)
    const data = encodeFunctionData({ abi: ABI, functionName: 'transfer', args })
    return safe(draw, { to: draw.world.tokens.usdc, data, operation: 0 })
  },
  'safe-delegatecall': (draw, hostile) =>
    hostile
      ? safe(draw, { to: draw.world.traps.maliciousDelegate, data: '0x', operation: 1 })
      : safe(draw, { to: draw.world.actors.friend, value: '1000000000000', data: '0x', operation: 0 }),
  'safe-owner': (draw, hostile) =>
    safe(draw, {
      to: hostile ? draw.world.safe.account : draw.world.tokens.usdc,
      data: hostile
        ? encodeFunctionData({ abi: ABI, functionName: 'addOwnerWithThreshold', args: [draw.thief(), 1n] })
        : encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [draw.world.actors.friend, 5n] }),
      operation: 0,
    }),
  'eip-3009': (draw, hostile) =>
    typed(draw, {
      type: 'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
      domain: { name: 'USD Coin', version: '2', verifyingContract: draw.world.tokens.usdc },
      message: {
        from: draw.trader,
        to: hostile ? draw.thief() : draw.world.actors.friend,
        value: String(hostile ? 9_000n * 10n ** BigInt(draw.world.decimals.usdc) : draw.dollars()),
        validAfter: 0,
        validBefore: draw.deadline(hostile),
        nonce: draw.word(),
      },
    }),
  'delegation-erc7710': (draw, hostile) => {
    const terms = `0x${draw.world.tokens.usdc.slice(2)}${numberToHex(draw.dollars(), { size: 32 }).slice(2)}`
    const until = `0x${'0'.repeat(32)}${numberToHex(draw.soon(), { size: 16 }).slice(2)}`
    return typed(draw, {
      type: 'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)',
      domain: { name: 'DelegationManager', version: '1', verifyingContract: DELEGATION_MANAGER },
      message: {
        delegate: hostile ? draw.thief() : draw.someone(),
        delegator: draw.trader,
        authority: `0x${'f'.repeat(64)}`,
        caveats: hostile
          ? []
          : [
              { enforcer: TOKEN_AMOUNT_ENFORCER, terms },
              { enforcer: TIMESTAMP_ENFORCER, terms: until },
            ],
        salt: String(draw.integer(1, 1e9)),
      },
    })
  },
  'session-key': (draw, hostile) =>
    typed(draw, {
      type: 'Session(address account,address sessionKey,uint256 validUntil,address[] targets,uint256 spendLimit)',
      // A smart account checks the sessions of its own keys.
      domain: { name: 'Account', version: '1', verifyingContract: draw.trader },
      message: {
        account: draw.trader,
        sessionKey: hostile ? draw.thief() : draw.someone(),
        validUntil: draw.deadline(hostile),
        targets: hostile ? [] : [draw.world.dex.v2Router],
        spendLimit: hostile ? String(MAX) : String(draw.dollars()),
      },
    }),
  'eip-7702': (draw, hostile) =>
    typed(draw, {
      type: 'Authorization(uint256 chainId,address address,uint256 nonce)',
      domain: { name: 'EIP-7702', version: '1', verifyingContract: undefined },
      message: {
        chainId: hostile && draw.chance() ? 0 : CHAIN_IDS[draw.world.chain],
        address: hostile ? draw.world.traps.maliciousDelegate : draw.world.erc4337.simple7702,
        nonce: 0,
      },
    }),
  'sign-in': (draw, hostile) => {
    const domain = `app${draw.integer(1, 99)}.example`
    const origin = hostile ? `https://${draw.integer(100, 999)}-claim.example/login` : `https://${domain}/login`
    return { address: draw.trader, chain: draw.world.chain, message: signInOf(draw.world, domain), origin }
  },
  'eth-sign': (draw, hostile) =>
    hostile
      ? { address: draw.trader, chain: draw.world.chain, method: 'eth_sign', message: draw.word() }
      : { address: draw.trader, chain: draw.world.chain, message: `Log in, code ${draw.integer(1_000, 9_999)}` },
  'hidden-transaction': (draw, hostile) => {
    const raw = serializeTransaction({
      chainId: CHAIN_IDS[draw.world.chain],
      type: 'eip1559',
      to: draw.thief(),
      value: ETHER,
      nonce: draw.integer(40, 90),
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 10n ** 9n,
    })
    const text = stringToHex(`Welcome back, visitor ${draw.integer(1, 9_999)}.`)
    return { address: draw.trader, chain: draw.world.chain, message: hostile ? raw : text }
  },
  'unknown-type': (draw, hostile) =>
    hostile
      ? typed(draw, {
          type: 'Allow(address owner,address spender,address token,uint256 amount,uint256 until)',
          domain: { name: 'Rewards', version: '1', verifyingContract: draw.world.traps.drainer },
          message: {
            owner: draw.trader,
            spender: draw.thief(),
            token: draw.world.tokens.usdc,
            amount: String(MAX),
            until: draw.deadline(true),
          },
        })
      : typed(draw, {
          type: 'Profile(string name,string biography,uint256 updated)',
          domain: { name: 'Social', version: '1', verifyingContract: undefined },
          message: { name: 'Trader', biography: 'Likes pictures', updated: draw.world.headTimestamp },
        }),
  'unknown-type-at-token': (draw, hostile) =>
    typed(draw, {
      type: hostile
        ? 'OperatorGrant(address operator,uint256 amount,uint256 expiry)'
        : 'Ballot(uint256 proposal,uint8 choice,string reason)',
      domain: {
        name: hostile ? 'Token' : 'Forum',
        version: '1',
        verifyingContract: hostile ? draw.world.tokens.usdt : draw.world.tokens.honest,
      },
      message: hostile
        ? { operator: draw.thief(), amount: String(MAX), expiry: draw.deadline(true) }
        : { proposal: draw.integer(1, 40), choice: 1, reason: 'agreed' },
    }),
  'credit-delegation': (draw, hostile) =>
    typed(draw, {
      type: 'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
      domain: { name: 'Variable Debt USDC', version: '1', verifyingContract: draw.world.tokens.honest },
      message: {
        delegatee: draw.spender(hostile),
        value: String(hostile ? MAX : draw.dollars()),
        nonce: 0,
        deadline: draw.deadline(hostile),
      },
    }),
}

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'

/** Random choices of one case. */
function drawsOf(random: () => number, onEthereum: boolean) {
  const integer = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const pick = <Value>(from: readonly Value[]): Value => from[integer(0, from.length - 1)] as Value
  const chance = () => random() < 0.5
  const world: SandboxWorld = sandboxWorld(onEthereum ? 'ethereum' : pick(SANDBOX_CHAINS))
  const word = (): Hex => keccak256(numberToHex(integer(1, 2 ** 40)))
  const someone = (): Address => `0x${word().slice(-40)}`
  const { actors, traps, dex, headTimestamp, decimals } = world
  const soon = () => headTimestamp + integer(10, 60) * 60
  /** A personal account: unknown, or that of an unlisted thief. */
  const thief = (): Address => pick([someone(), actors.drainerOperator, actors.drainerCashOut])
  return {
    world,
    trader: actors.trader,
    integer,
    chance,
    word,
    someone,
    thief,
    soon,
    spender: (hostile: boolean): Address =>
      hostile ? pick([thief(), thief(), traps.drainer]) : pick([dex.v2Router, dex.v3Router]),
    deadline: (hostile: boolean) => (hostile ? headTimestamp + integer(400, 4_000) * DAY : soon()),
    dollars: () => BigInt(integer(2, 400)) * 10n ** BigInt(decimals.usdc),
    small: () => BigInt(integer(2, 40)) * ETHER,
    large: () => (chance() ? MAX : 10_000n * 10n ** BigInt(decimals.usdc)),
    /** About what the trader paid for one. */
    picturePrice: () => nativeWorth(world.chain, integer(90, 160)),
    permitDetails: (token: Address, hostile: boolean) => ({
      token,
      amount: String(hostile ? 2n ** 160n - 1n : 25n * 10n ** BigInt(token === world.tokens.dai ? 18 : decimals.usdc)),
      expiration: hostile ? String(2n ** 48n - 1n) : headTimestamp + integer(1, 30) * DAY,
      nonce: 0,
    }),
  }
}

function body(draw: Draw, typedData: object): Record<string, unknown> {
  return { address: draw.trader, chain: draw.world.chain, typedData }
}

/** Typed data of an encoded type whose first struct is the primary one. */
function typed(
  draw: Draw,
  { type, domain, message }: { type: string; domain: Record<string, unknown>; message: object },
): Record<string, unknown> {
  const types = Object.fromEntries(
    [...type.matchAll(/(\w+)\(([^)]*)\)/g)].map(([, name = '', members = '']) => [
      name,
      members.split(',').map((member) => {
        const [of = '', called = ''] = member.split(' ')
        return { name: called, type: of }
      }),
    ]),
  )
  const { verifyingContract, ...rest } = domain
  const whole = {
    ...rest,
    chainId: CHAIN_IDS[draw.world.chain],
    ...(verifyingContract !== undefined && { verifyingContract }),
  }
  return body(draw, { types, primaryType: type.slice(0, type.indexOf('(')), domain: whole, message })
}

function permit2(draw: Draw, type: string, message: object): Record<string, unknown> {
  return typed(draw, { type, domain: { name: 'Permit2', verifyingContract: draw.world.permit2 }, message })
}

function sale(draw: Draw, consideration: Parameters<typeof orderOf>[1]['consideration']): Record<string, unknown> {
  const picture = pictureOf(draw.world, BigInt(draw.integer(1, 4)))
  return body(draw, orderOf(draw.world, { offer: [picture], consideration }))
}

function cow(draw: Draw, { receiver, share }: { receiver: Address; share: bigint }): Record<string, unknown> {
  const amount = draw.dollars() * 5n
  return typed(draw, {
    type: 'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    domain: { name: 'Gnosis Protocol', version: 'v2', verifyingContract: COW },
    message: {
      sellToken: draw.world.tokens.usdc,
      buyToken: draw.world.tokens.usdt,
      receiver,
      sellAmount: String(amount),
      buyAmount: String((amount * share) / 100n + 1n),
      validTo: draw.soon(),
      appData: ZERO_HASH,
      feeAmount: '0',
      kind: 'sell',
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
    },
  })
}

function safe(draw: Draw, call: { to: Address; data: Hex; operation: 0 | 1; value?: string }): Record<string, unknown> {
  return typed(draw, {
    type: 'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
    domain: { verifyingContract: draw.world.safe.account },
    message: {
      value: '0',
      ...call,
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: ZERO,
      refundReceiver: ZERO,
      nonce: SAFE_NONCE,
    },
  })
}

/** Transactions that the sandbox's Safe made in its history. */
const SAFE_NONCE = 1

/** Numbers from 0 to 1, the same in every run of a seed. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
