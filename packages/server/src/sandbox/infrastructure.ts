import type { Address } from '@redoubt/risk/address.ts'
import { stringToHex } from 'viem/utils'
import { ACTORS } from './actors.ts'
import type { ArtifactName } from './artifacts/readArtifact.ts'
import { EVERYWHERE, type PriceFeedName } from './canonical.ts'
import { initCode } from './nodeRpc.ts'
import type { Placement } from './placement.ts'
import { PRICES, PROFILES, units } from './profiles.ts'
import type { SandboxWorld } from './world.ts'

const UNISWAP_V2_DEPLOYER = '0x9C33eaCc2F50E39940D3AfaF2c7B8246B681A374'
const UNISWAP_V3_DEPLOYER = '0x6C9FC64A53c1b71FB3f9Af64d1ae3A4931A5f4E9'
const MULTICALL3_DEPLOYER = '0x05f32B3cC3888453ff71B01135B34FF8e41263F2'

/** Dollars minted at genesis by the issuer of each dollar token. */
export const GENESIS_DOLLARS = 400_000_000

/** Returns the contracts of one network that exist before any story begins, in the order they are placed. */
export function infrastructure(world: SandboxWorld): Placement[] {
  return [...tokens(world), ...exchanges(world), ...safes(), ...smartAccounts(), ...marketplace(), ...services(world)]
}

function tokens({ chain, tokens: at, decimals }: SandboxWorld): Placement[] {
  const issuer = ACTORS.issuer.address
  const { wrapped } = PROFILES[chain]
  const supply = units(GENESIS_DOLLARS, decimals.usdt)
  return [
    inPlace(at.wrapped, wrapped.symbol, 'WrappedNative', [wrapped.name, wrapped.symbol]),
    inPlace(at.usdc, 'USDC', 'StableToken', ['USD Coin', 'USDC', decimals.usdc, issuer]),
    inPlace(at.usdt, 'USDT', 'TetherLikeToken', ['Tether USD', 'USDT', BigInt(decimals.usdt), issuer, supply]),
    inPlace(at.dai, 'DAI', 'DaiLikeToken', ['Dai Stablecoin', 'DAI', issuer]),
  ]
}

function exchanges({ chain, dex, tokens: { wrapped } }: SandboxWorld): Placement[] {
  const v3 = [dex.v3Factory, wrapped]
  // `nonce` is the real deployer's: null at another project's address.
  const v2Nonce = (nonce: number) => (chain === 'ethereum' ? nonce : null)
  const v3Nonce = (nonce: number) => (chain === 'bsc' ? null : nonce)
  const by = (deployer: Address, nonce: number | null, address: Address, name: ArtifactName, args: unknown[]) =>
    nonce === null
      ? inPlace(address, name, name, args)
      : ({ how: 'created', deployer, nonce, address, note: name, code: initCode(name, args) } as const)
  return [
    by(UNISWAP_V2_DEPLOYER, v2Nonce(0), dex.v2Factory, 'V2Factory', [ACTORS.worker.address]),
    by(UNISWAP_V2_DEPLOYER, v2Nonce(3), dex.v2Router, 'V2Router', [dex.v2Factory, wrapped]),
    by(UNISWAP_V3_DEPLOYER, v3Nonce(0), dex.v3Factory, 'V3Factory', []),
    by(UNISWAP_V3_DEPLOYER, v3Nonce(3), dex.quoter, 'V3Quoter', v3),
    by(UNISWAP_V3_DEPLOYER, v3Nonce(4), dex.v3Router, 'V3Router', v3),
    by(UNISWAP_V3_DEPLOYER, v3Nonce(8), dex.positionManager, 'V3PositionManager', v3),
    by(UNISWAP_V3_DEPLOYER, v3Nonce(13), dex.quoterV2, 'V3QuoterV2', v3),
  ]
}

/** Our own contracts with the interfaces of Safe 1.3.0 and 1.4.1, where Safe's stand on every network. */
function safes(): Placement[] {
  const version = (text: string) => stringToHex(text, { size: 5 })
  const [v130, v141] = [version('1.3.0'), version('1.4.1')]
  return [
    inPlace('0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552', 'Safe 1.3.0', 'SafeWallet', [v130, false]),
    inPlace('0x3E5c63644E683549055b9Be8653de26E0B4CD36E', 'Safe 1.3.0 L2', 'SafeWallet', [v130, true]),
    inPlace('0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2', 'Safe 1.3.0 factory', 'SafeWalletFactory', [false]),
    inPlace('0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4', 'Safe 1.3.0 handler', 'SafeHandler', []),
    inPlace('0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761', 'MultiSend 1.3.0', 'SafeMultiSend', [false]),
    inPlace('0x40A2aCCbd92BCA938b02010E17A5b8929b49130D', 'MultiSendCallOnly 1.3.0', 'SafeMultiSend', [true]),
    inPlace('0x41675C099F32341bf84BFc5382aF534df5C7461a', 'Safe 1.4.1', 'SafeWallet', [v141, false]),
    inPlace('0x29fcB43b46531BcA003ddC8FCB67FFE91900C762', 'Safe 1.4.1 L2', 'SafeWallet', [v141, true]),
    inPlace('0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67', 'Safe 1.4.1 factory', 'SafeWalletFactory', [true]),
    inPlace('0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99', 'Safe 1.4.1 handler', 'SafeHandler', []),
    inPlace('0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526', 'MultiSend 1.4.1', 'SafeMultiSend', [false]),
    inPlace('0x9641d764fc13c8B624c04430C7356C1C7C8102e2', 'MultiSendCallOnly 1.4.1', 'SafeMultiSend', [true]),
  ]
}

/** Our own contracts with the interfaces of eth-infinitism's. Accounts come from the factories, each made for one entry point. */
function smartAccounts(): Placement[] {
  const { entryPoint06, entryPoint07, entryPoint08, accountFactory06, accountFactory07, accountFactory08 } = EVERYWHERE
  return [
    inPlace(entryPoint06, 'entry point 0.6', 'EntryPoint06', []),
    inPlace(entryPoint07, 'entry point 0.7', 'EntryPoint07', []),
    inPlace(entryPoint08, 'entry point 0.8', 'EntryPoint08', []),
    inPlace(accountFactory06, 'account factory 0.6', 'SimpleAccountFactory06', [entryPoint06]),
    inPlace(accountFactory07, 'account factory 0.7', 'SimpleAccountFactory07', [entryPoint07]),
    inPlace(accountFactory08, 'account factory 0.8', 'SimpleAccountFactory08', [entryPoint08]),
    inPlace(EVERYWHERE.simple7702, 'account code for EIP-7702', 'Simple7702Account', []),
  ]
}

/** Seaport is byte for byte what OpenSea deployed. Its conduits' controller was built by an older compiler: other bytes. */
function marketplace(): Placement[] {
  const { seaport, conduitController, openSeaFactory } = EVERYWHERE
  const salt = '0x0000000000000000000000000000000000000000d738b7f0bb99901b1c83f249'
  return [
    inPlace(conduitController, 'conduit controller', 'ConduitController', []),
    {
      how: 'salted',
      factory: openSeaFactory,
      salt,
      address: seaport,
      note: 'Seaport 1.6',
      code: initCode('Seaport', [conduitController]),
    },
  ]
}

function services({ multicall3, permit2, sanctionsOracle, priceFeeds }: SandboxWorld): Placement[] {
  const code = initCode('Multicall3')
  const feeds = Object.entries(priceFeeds) as [PriceFeedName, Address][]
  return [
    { how: 'created', deployer: MULTICALL3_DEPLOYER, nonce: 0, address: multicall3, note: 'Multicall3', code },
    // The committed Permit2 has our own transfer library: right behaviour, not the canonical code hash.
    inPlace(permit2, 'Permit2', 'Permit2', []),
    inPlace(sanctionsOracle, 'sanctions oracle', 'SanctionsOracle', [ACTORS.issuer.address]),
    ...feeds.map(([name, address]) => {
      const answer = units(PRICES[name], 8)
      return inPlace(address, `${name} feed`, 'PriceFeed', [feedTitle(name), 8, answer, ACTORS.issuer.address])
    }),
  ]
}

/** As Chainlink describes its feeds; the one for POL was renamed from MATIC. */
function feedTitle(name: PriceFeedName): string {
  return `${name.toUpperCase()} / USD`
}

function inPlace(address: Address, note: string, name: ArtifactName, args: readonly unknown[]): Placement {
  return { how: 'in-place', address, note, code: initCode(name, args) }
}

/** Accounts that exist before the story: what they hold in whole dollars' worth of the native coin. */
export function genesisBalances(world: SandboxWorld): { address: Address; dollars: number }[] {
  return [
    { address: world.actors.exchange, dollars: 900_000_000 },
    { address: world.actors.marketMaker, dollars: 200_000_000 },
    ...(['issuer', 'worker'] as const).map((name) => ({ address: world.actors[name], dollars: 100_000 })),
  ]
}
