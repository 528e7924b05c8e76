import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const isPhishing = require('eth-phishing-detect')

/** The list of 2022 and its fuzzy match, as published: hosts only. */
export default async function ethPhishingDetect() {
  const { version } = JSON.parse(
    readFileSync(new URL('../node_modules/eth-phishing-detect/package.json', import.meta.url), 'utf8'),
  )
  return {
    name: 'eth-phishing-detect',
    version,
    licence: 'DBAD',
    judge: ({ kind, facts }) =>
      kind === 'host'
        ? { verdict: isPhishing(new URL(facts.url).hostname) ? 'stop' : 'pass', why: '' }
        : { verdict: 'unable', why: 'hosts only' },
  }
}
