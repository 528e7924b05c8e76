import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const ALARMS = new Set(['warning', 'danger', 'forbidden'])

/** Facts of a spender as Rabby's rules name them; of an account or contract that nobody reported. */
const spenderOf = ({ isEoa, deployDays, exposureUsd, flagged }) => ({
  isEOA: isEoa,
  deployDays,
  riskExposure: exposureUsd,
  isDanger: flagged,
  isHacked: false,
  hasInteracted: false,
  chainId: 'eth',
})

const CONTEXTS = {
  'token-approval': ({ spender }) => ({ tokenApprove: spenderOf(spender) }),
  'collection-approval': ({ spender }) => ({ collectionApprove: spenderOf(spender) }),
  permit: ({ spender }) => ({ permit: spenderOf(spender) }),
  permit2: ({ spender }) => ({ permit2: spenderOf(spender) }),
  transfer: ({ receiver, request }) => ({
    send: {
      to: request.to,
      hasTransfer: receiver.paidBefore,
      contract: receiver.isContract ? { chains: ['eth'] } : null,
      chainId: 'eth',
      cex: null,
      isTokenContract: receiver.isToken,
      usedChainList: ['eth'],
      onTransferWhitelist: false,
      receiverIsSpoofing: receiver.spoofed,
      hasReceiverMnemonicInWallet: false,
      hasReceiverPrivateKeyInWallet: false,
    },
  }),
  swap: ({ receive, request }) => ({
    swap: {
      id: request.to,
      receiveTokenIsScam: receive.scam,
      receiveTokenIsFake: receive.fake,
      receiver: request.from,
      from: request.from,
      slippageTolerance: 0.005,
      usdValuePercentage: 0,
      chainId: 'eth',
      contractAddress: request.to,
      receiverInWallet: true,
    },
  }),
}

/**
 * Rabby's rules as published, bundled because Node cannot resolve their imports. The engine judges facts; where these come from (Rabby's own
 * service) is closed: the case's facts are given in their place, with no report of any address.
 */
export default async function rabby() {
  const root = new URL('../node_modules/@rabby-wallet/rabby-security-engine/', import.meta.url)
  const { version, license } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))
  const folder = await mkdtemp(join(tmpdir(), 'arena-'))
  const stdin = {
    contents: `export { default as Engine } from './dist/index.js'\nexport * as rules from './dist/rules/index.js'`,
    resolveDir: new URL('.', root).pathname,
  }
  const outfile = join(folder, 'rabby.mjs')
  await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'silent' })
  const { Engine, rules } = await import(pathToFileURL(outfile).href)
  await rm(folder, { recursive: true })
  const engine = new Engine(rules.defaultRules, null)
  const userData = {
    originWhitelist: [],
    originBlacklist: [],
    contractWhitelist: [],
    contractBlacklist: [],
    addressWhitelist: [],
    addressBlacklist: [],
  }
  return {
    name: '@rabby-wallet/rabby-security-engine',
    version,
    licence: license,
    judge: async ({ facts }) => {
      const context = CONTEXTS[facts.action]?.(facts)
      if (context === undefined) return { verdict: 'unable', why: 'no rule about it without the service' }
      const found = (await engine.run({ ...context, userData })).filter(
        ({ level, enable }) => enable && ALARMS.has(level),
      )
      return {
        verdict: found.length > 0 ? 'stop' : 'pass',
        why: found.map(({ id, level, valueDescription }) => `${level} ${id}: ${valueDescription}`).join('; '),
      }
    },
  }
}
