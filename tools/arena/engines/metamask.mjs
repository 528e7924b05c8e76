import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { PhishingDetector } = require('@metamask/phishing-controller')
const versionOf = (name) =>
  JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version
const list = () =>
  JSON.parse(readFileSync(new URL('../node_modules/eth-phishing-detect/src/config.json', import.meta.url), 'utf8'))

/** MetaMask's detector with the list that is published with it: hosts only, no network. */
export default async function metamask() {
  const { whitelist, blacklist, fuzzylist, tolerance, version } = list()
  const detector = new PhishingDetector([
    { allowlist: whitelist, blocklist: blacklist, fuzzylist, tolerance, name: 'MetaMask', version },
  ])
  return {
    name: '@metamask/phishing-controller',
    version: versionOf('@metamask/phishing-controller'),
    licence: 'MIT',
    judge: ({ kind, facts }) => {
      if (kind !== 'host') return { verdict: 'unable', why: 'hosts only' }
      const { result, type, match } = detector.check(facts.url)
      return { verdict: result ? 'stop' : 'pass', why: match ? `${type}: ${match}` : type }
    },
  }
}
