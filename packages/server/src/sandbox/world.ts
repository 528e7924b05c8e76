import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getContractAddress } from 'viem/utils'
import { SAFE_ABI } from './abis.ts'
import { ACTOR_NAMES, ACTORS, type ActorName } from './actors.ts'
import type { SandboxChain } from './canonical.ts'
import { CANONICAL, EVERYWHERE, type PriceFeedName } from './canonical.ts'
import { accountAddress, cloneAddress, safeAddress, v2PairAddress, v3PoolAddress } from './poolAddresses.ts'
import { HEAD_TIMESTAMP, PROFILES } from './profiles.ts'

/** Fee tier of the sandbox's V3 pools, in hundredths of a basis point. */
export const V3_FEE = 500

/** Every contract and actor of one network's miniature, by role. EIP-55 addresses. */
export type SandboxWorld = {
  chain: SandboxChain
  /** Unix seconds of the head block. */
  headTimestamp: number
  tokens: {
    wrapped: Address
    usdc: Address
    usdt: Address
    dai: Address
    /** A young, honest token without privileges. */
    honest: Address
    /** An honest token with a 2 % tax on trades. */
    taxed: Address
  }
  /** Decimals of each token above. */
  decimals: Record<'wrapped' | 'usdc' | 'usdt' | 'dai' | 'honest' | 'taxed', number>
  dex: {
    v2Factory: Address
    v2Router: Address
    v3Factory: Address
    v3Router: Address
    positionManager: Address
    quoter: Address
    quoterV2: Address
    pairs: Record<'usdc' | 'usdt' | 'dai' | 'honest' | 'taxed' | 'honeypot' | 'ruggable', Address>
    /** Wrapped native against USDC and DAI, USDC against USDT; tier V3_FEE. */
    pools: Record<'usdc' | 'dai' | 'dollars', Address>
  }
  permit2: Address
  multicall3: Address
  create2Factory: Address
  sanctionsOracle: Address
  priceFeeds: Record<PriceFeedName, Address>
  seaport: Address
  /** ERC-4337: entry points and account factories by version, and the code of accounts delegated to (EIP-7702). */
  erc4337: {
    entryPoint06: Address
    entryPoint07: Address
    entryPoint08: Address
    accountFactory06: Address
    accountFactory07: Address
    accountFactory08: Address
    simple7702: Address
    /** The trader's account at entry point 0.7, salt 0: the factory says where (`getAddress`). */
    account: Address
  }
  safe: {
    singleton: Address
    factory: Address
    fallbackHandler: Address
    singleton130: Address
    factory130: Address
    /** Owned by the trader and the friend; one signature suffices. */
    account: Address
    /** A foundation's treasury: three owners, two signatures. A list names it. */
    treasury: Address
  }
  /** Honest tokens with pools of their own, whose LP tokens are burned. */
  listings: Record<'alder' | 'birch' | 'cedar', Address>
  nfts: { collectible: Address; items: Address }
  /** A token behind an EIP-1967 proxy, its implementation and a newer one, and a minimal proxy of it (EIP-1167). */
  proxies: Record<'upgradeable' | 'implementation' | 'nextImplementation' | 'cloneFactory' | 'clone', Address>
  honest: { airdrop: Address; delegate: Address; vault: Address; multisend: Address }
  traps: {
    drainer: Address
    redPill: Address
    /** A claim that does nothing until its owner throws a switch. */
    switched: Address
    honeypot: Address
    ruggable: Address
    maliciousDelegate: Address
    /** Calls itself USDC and forges transfers in other people's names. */
    counterfeit: Address
    /** Its owner mints by a function that is not called so. */
    hiddenMint: Address
    /** Keeps a tenth of every trade. */
    highTax: Address
  }
  /** Contracts that the sandbox's lists name; `drainer` also behaves like one. */
  listed: { bridge: Address; mixer: Address; drainer: Address }
  actors: Record<ActorName | 'exchange', Address>
}

/** The whole map of one network. Nothing is looked up: addresses follow from deployers, nonces and salts. */
export function sandboxWorld(chain: SandboxChain): SandboxWorld {
  const places = CANONICAL[chain]
  const actors = { ...actorAddresses(), exchange: places.exchange }
  const made = (by: ActorName, nonce: bigint) => getContractAddress({ from: ACTORS[by].address, nonce })
  const tokens = {
    wrapped: places.wrapped,
    usdc: places.usdc,
    usdt: places.usdt,
    dai: places.dai,
    honest: made('projectTeam', 0n),
    taxed: made('taxTeam', 0n),
  }
  const traps = {
    drainer: made('drainerOperator', 0n),
    redPill: made('redPillOperator', 0n),
    switched: made('redPillOperator', 2n),
    honeypot: made('honeypotTeam', 0n),
    ruggable: made('rugTeam', 0n),
    maliciousDelegate: made('drainerOperator', 1n),
    counterfeit: made('poisoner', 0n),
    hiddenMint: made('yieldTeam', 0n),
    highTax: made('yieldTeam', 1n),
  }
  const pair = (token: Address) => v2PairAddress(places.v2.factory, places.wrapped, token)
  const pool = (a: Address, b: Address) => v3PoolAddress(places.v3.factory, a, b, V3_FEE)
  const dollars = PROFILES[chain].dollarDecimals
  return {
    chain,
    headTimestamp: HEAD_TIMESTAMP,
    tokens,
    decimals: { wrapped: 18, usdc: dollars, usdt: dollars, dai: 18, honest: 18, taxed: 18 },
    dex: {
      v2Factory: places.v2.factory,
      v2Router: places.v2.router,
      v3Factory: places.v3.factory,
      v3Router: places.v3.router,
      positionManager: places.v3.positionManager,
      quoter: places.v3.quoter,
      quoterV2: places.v3.quoterV2,
      pairs: {
        usdc: pair(tokens.usdc),
        usdt: pair(tokens.usdt),
        dai: pair(tokens.dai),
        honest: pair(tokens.honest),
        taxed: pair(tokens.taxed),
        honeypot: pair(traps.honeypot),
        ruggable: pair(traps.ruggable),
      },
      pools: {
        usdc: pool(tokens.wrapped, tokens.usdc),
        dai: pool(tokens.wrapped, tokens.dai),
        dollars: pool(tokens.usdc, tokens.usdt),
      },
    },
    permit2: EVERYWHERE.permit2,
    multicall3: EVERYWHERE.multicall3,
    create2Factory: EVERYWHERE.create2Factory,
    sanctionsOracle: EVERYWHERE.sanctionsOracle,
    priceFeeds: places.priceFeeds,
    seaport: EVERYWHERE.seaport,
    erc4337: { ...ERC4337, account: accountAddress(EVERYWHERE.accountFactory07, ACTORS.trader.address) },
    safe: {
      ...SAFE,
      account: safeAddress(SAFE.factory, SAFE.singleton, safeSetUp(), 0n),
      treasury: safeAddress(SAFE.factory, SAFE.singleton, treasurySetUp(), 0n),
    },
    listings: {
      alder: made('listingTeam', 0n),
      birch: made('listingTeam', 1n),
      cedar: made('listingTeam', 2n),
    },
    nfts: { collectible: made('artist', 0n), items: made('artist', 1n) },
    proxies: {
      implementation: made('foundation', 0n),
      upgradeable: made('foundation', 1n),
      nextImplementation: made('worker', 3n),
      cloneFactory: made('foundation', 2n),
      clone: cloneAddress(made('foundation', 2n), made('foundation', 0n)),
    },
    honest: {
      airdrop: made('projectTeam', 1n),
      delegate: made('worker', 0n),
      vault: made('worker', 1n),
      multisend: made('worker', 2n),
    },
    traps,
    listed: {
      bridge: made('bridgeTeam', 0n),
      mixer: made('mixerTeam', 0n),
      drainer: made('reportedOperator', 0n),
    },
    actors,
  }
}

const ERC4337 = {
  entryPoint06: EVERYWHERE.entryPoint06,
  entryPoint07: EVERYWHERE.entryPoint07,
  entryPoint08: EVERYWHERE.entryPoint08,
  accountFactory06: EVERYWHERE.accountFactory06,
  accountFactory07: EVERYWHERE.accountFactory07,
  accountFactory08: EVERYWHERE.accountFactory08,
  simple7702: EVERYWHERE.simple7702,
} as const satisfies Record<string, Address>

/** Safe's own addresses, which its singleton factories give on every network. */
const SAFE = {
  singleton: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  factory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  fallbackHandler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
  singleton130: '0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552',
  factory130: '0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2',
} as const satisfies Record<string, Address>

/** The call that gives the sandbox's Safe account its owners. */
export function safeSetUp(): Hex {
  return setUpOf([ACTORS.trader.address, ACTORS.friend.address], 1n)
}

/** The same for the treasury. */
export function treasurySetUp(): Hex {
  return setUpOf([ACTORS.foundation.address, ACTORS.friend.address, ACTORS.artist.address], 2n)
}

function setUpOf(owners: Address[], threshold: bigint): Hex {
  const unusedAccount: Address = `0x${'0'.repeat(40)}`
  return encodeFunctionData({
    abi: SAFE_ABI,
    functionName: 'setup',
    args: [owners, threshold, unusedAccount, '0x', SAFE.fallbackHandler, unusedAccount, 0n, unusedAccount],
  })
}

function actorAddresses(): Record<ActorName, Address> {
  return Object.fromEntries(ACTOR_NAMES.map((name) => [name, ACTORS[name].address])) as Record<ActorName, Address>
}
