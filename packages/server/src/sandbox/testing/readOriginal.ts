import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'
import { type Artifact, type ArtifactName, generatedArtifacts, readArtifact } from '../artifacts/readArtifact.ts'

/** Contracts that only tests read, from development dependencies: GPL, LGPL and BUSL code that no package of ours ships. */
export type OriginalName = keyof typeof originals

const hardhat = (root: string, folder: string, name: string) => `${root}/${folder}${name}.sol/${name}.json`
const v3core = (name: string) => hardhat('@uniswap/v3-core/artifacts/contracts', '', name)
const v3periphery = (folder: string, name: string) => hardhat('@uniswap/v3-periphery/artifacts/contracts', folder, name)
const safe130 = (folder: string, name: string) =>
  hardhat('@gnosis.pm/safe-contracts/build/artifacts/contracts', folder, name)
const safe141 = (folder: string, name: string) =>
  hardhat('@safe-global/safe-contracts/build/artifacts/contracts', folder, name)

const erc4337 = (version: '' | '-0.7' | '-0.6', name: string) =>
  `@account-abstraction/contracts${version}/artifacts/${name}.json`

export const originals = {
  UniswapV2Factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  UniswapV2Pair: '@uniswap/v2-core/build/UniswapV2Pair.json',
  UniswapV2Router02: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  UniswapV3Factory: v3core('UniswapV3Factory'),
  UniswapV3Pool: v3core('UniswapV3Pool'),
  SwapRouter: v3periphery('', 'SwapRouter'),
  NonfungiblePositionManager: v3periphery('', 'NonfungiblePositionManager'),
  Quoter: v3periphery('lens/', 'Quoter'),
  QuoterV2: v3periphery('lens/', 'QuoterV2'),
  GnosisSafe130: safe130('', 'GnosisSafe'),
  GnosisSafeL2130: safe130('', 'GnosisSafeL2'),
  GnosisSafeProxy130: safe130('proxies/', 'GnosisSafeProxy'),
  GnosisSafeProxyFactory130: safe130('proxies/', 'GnosisSafeProxyFactory'),
  Safe141: safe141('', 'Safe'),
  SafeL2141: safe141('', 'SafeL2'),
  SafeProxy141: safe141('proxies/', 'SafeProxy'),
  SafeProxyFactory141: safe141('proxies/', 'SafeProxyFactory'),
  CompatibilityFallbackHandler141: safe141('handler/', 'CompatibilityFallbackHandler'),
  MultiSend141: safe141('libraries/', 'MultiSend'),
  MultiSendCallOnly141: safe141('libraries/', 'MultiSendCallOnly'),
  OriginalEntryPoint06: erc4337('-0.6', 'EntryPoint'),
  OriginalEntryPoint07: erc4337('-0.7', 'EntryPoint'),
  OriginalEntryPoint08: erc4337('', 'EntryPoint'),
  OriginalAccountFactory06: erc4337('-0.6', 'SimpleAccountFactory'),
  OriginalAccountFactory07: erc4337('-0.7', 'SimpleAccountFactory'),
  OriginalAccountFactory08: erc4337('', 'SimpleAccountFactory'),
  Original7702Account: erc4337('', 'Simple7702Account'),
  WETH9: 'canonical-weth/build/contracts/WETH9.json',
} as const

/** What the build tools behind these files agree on; waffle (Uniswap V2) nests code under `evm` and omits 0x. */
type ArtifactFile = {
  abi: Abi
  bytecode: string
  deployedBytecode?: string
  evm?: { deployedBytecode: { object: string } }
}

const require = createRequire(import.meta.url)
const hex = (text: string): Hex => `0x${text.replace(/^0x/, '')}`
const ours: readonly string[] = generatedArtifacts

/** Reads one of the originals or of the sandbox's own contracts by name. */
export function readOriginal(name: OriginalName | ArtifactName): Artifact {
  if (ours.includes(name)) return readArtifact(name as ArtifactName)
  const file = JSON.parse(readFileSync(require.resolve(originals[name as OriginalName]), 'utf8')) as ArtifactFile
  return {
    abi: file.abi,
    bytecode: hex(file.bytecode),
    deployedBytecode: hex(file.deployedBytecode ?? file.evm?.deployedBytecode.object ?? ''),
    immutable: null,
  }
}
