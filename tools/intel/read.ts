import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAddress } from 'viem'
import { CHAIN_IDS, type ChainId } from './facts.ts'

const root = fileURLToPath(new URL('./node_modules/', import.meta.url))

/** Loads a CommonJS entry, or any JSON file that a package's exports do not offer. */
export const load = createRequire(import.meta.url)

// biome-ignore lint/suspicious/noExplicitAny: packages have shapes of their own; what is taken is checked at the end.
export type Loose = any

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function readJson(path: string): Loose {
  return JSON.parse(readText(path))
}

export function importFile(path: string): Promise<Loose> {
  return import(new URL(`./node_modules/${path}`, import.meta.url).href)
}

/** The file itself, or paths of all files below a folder of node_modules, sorted; links and nested node_modules are left out. */
export function filesBelow(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((file) => !file.slice(path.length).includes('node_modules'))
    .sort()
}

/** Lower case, or null for anything that is no contract's address: wrong checksums are typing errors, low numbers precompiles. */
export function addressOf(value: unknown): string | null {
  if (typeof value !== 'string' || !isAddress(value.trim())) return null
  const address = value.trim().toLowerCase()
  if (/^0x0{30}/.test(address) || /^0x(e{40}|f{40})$/.test(address) || /dead$/.test(address)) return null
  return address
}

export function chainOf(value: unknown): ChainId | null {
  return CHAIN_IDS.find((id) => String(id) === String(value)) ?? null
}

// Written in capitals, as their projects write them; any other word in capitals is only a constant's name.
const CAPITALS =
  /^(V\d|L\d|(W|st|cb|r)?(ETH|BTC|BNB|SOL)|[A-Z]*(USD|EUR)[A-Z\d]*|AMM|GHO|DAI|MATIC|POL|LP|LM|NFT|DAO|SNX|CRV|UNI|AAVE|BAL|LINK|MKR|COMP|YFI|SUSHI|CCIP|CCTP|CEX|DSR|PSM|CDP|EPT|VRF|TWAMM|ENS|OKX|NFTX|X2Y2|HOP|MAGIC|ZRX|CVX|XVS|VAI|VRT|ERC\d+|EIP\d+)$/
const SPELLINGS: Readonly<Record<string, string>> = {
  aTOKEN: 'aToken',
  Erc20: 'ERC20',
  Erc721: 'ERC721',
  Erc1155: 'ERC1155',
  Erc4626: 'ERC4626',
  Eip7702: 'EIP7702',
  Dex: 'DEX',
  Aave: 'Aave',
  Nft: 'NFT',
  Impl: 'implementation',
  Lib: 'library',
  Id: 'ID',
}

/** `SWAP_COLLATERAL_ADAPTER`, `swapRouter02Address` or `erc20-proxy` as words: `Swap Collateral Adapter`. */
export function words(key: string): string {
  return key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_\-.]+/)
    .filter(Boolean)
    .map((word) => {
      if (CAPITALS.test(word)) return word
      const plain = `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`
      return SPELLINGS[plain] ?? plain
    })
    .join(' ')
}

export const CHAINS_BY_NAME: Readonly<Record<string, ChainId>> = { ethereum: 1, bsc: 56, polygon: 137 }
