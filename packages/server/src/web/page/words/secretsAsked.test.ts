import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unfold } from '../code/obfuscation.ts'
import { mentionsWallets } from '../createPageReader.ts'
import { scanHtml } from '../html/scanHtml.ts'
import { secretsAsked } from './secretsAsked.ts'

async function asked(html: string, code = '') {
  const outline = await scanHtml(html, AbortSignal.timeout(60_000))
  const codes = [unfold('inline', code)]
  return secretsAsked(outline, codes, { ofWallets: mentionsWallets(outline, codes) })
}
const inputs = (count: number, attributes: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `<input ${attributes(at + 1)}>`).join('')

describe('pages that ask for the keys of a wallet', () => {
  it('by a grid of words', async () => {
    const numbered = await asked(
      `<h1>Import your wallet</h1><p>Recovery phrase</p>${inputs(12, (at) => `placeholder="${at}."`)}`,
    )
    assert.deepEqual(numbered[0], { kind: 'seed-phrase', evidence: '12 fields for single words' })
    assert.equal((await asked(`<form>${inputs(24, (at) => `type=password name="word${at}"`)}</form>`)).length > 0, true)
  })

  it('by how many words a phrase has', async () => {
    const said = '<p>Typically 12 (sometimes 24) words separated by single spaces</p>'
    const phrase = await asked(`<textarea placeholder="Enter your phrase"></textarea>${said}`)
    assert.equal(phrase[0]?.kind, 'seed-phrase')
    assert.deepEqual(await asked(`<textarea placeholder="Your tags"></textarea>${said}`), [])
    assert.deepEqual(await asked('<input name=phrase><p>Keywords separated by spaces</p>'), [])
  })

  it('by code that builds the grid', async () => {
    const code = `render("Enter your 12-word recovery phrase"); for (i of Array(12)) add(document.createElement('input'))`
    const [secret] = await asked('<div id=app></div>', `/* 12 words */ ${code}`)
    assert.equal(secret?.kind, 'seed-phrase')
  })

  it('a private key is an account’s where the page is about wallets, or the key has that size', async () => {
    const key = '<label>Enter your Private Key <textarea name=key></textarea></label>'
    const kinds = async (html: string, code = '') => (await asked(html, code)).map(({ kind }) => kind)
    assert.deepEqual(await kinds(`<h1>Import your wallet</h1>${key}`), ['private-key'])
    assert.deepEqual(await kinds(`<p>Withdraw your BTC</p>${key}`), ['private-key'])
    assert.deepEqual(await kinds('<input placeholder="Private key (64 hex characters)">'), ['private-key'])
    assert.deepEqual(await kinds(key, 'ethereum.request({ method: "eth_requestAccounts" })'), ['private-key'])
    assert.deepEqual(await kinds(`<h1>SSL converter: PEM to PFX</h1>${key}`), [])
    assert.deepEqual(await kinds(`<h1>JWT debugger</h1><p>Sign tokens with RS256</p>${key}`), [])
    assert.deepEqual(await kinds('<h1>SFTP</h1><label>Private key <input type=file></label>'), [])
  })

  it('and not by other grids, tables of numbers, or text', async () => {
    assert.deepEqual(await asked(`<p>Sudoku</p>${inputs(81, () => 'maxlength=1')}`), [])
    assert.deepEqual(await asked(`<p>Your one-time code</p>${inputs(6, (at) => `name=digit${at}`)}`), [])
    assert.deepEqual(await asked(`<p>Twelve months</p>${inputs(12, (at) => `name=month${at} placeholder=${at}`)}`), [])
    assert.deepEqual(await asked('<p>Thieves ask you to enter your recovery phrase.</p><input type=search>'), [])
    assert.deepEqual(await asked('', `toast("Never enter your recovery phrase"); document.createElement('input')`), [])
  })
})
