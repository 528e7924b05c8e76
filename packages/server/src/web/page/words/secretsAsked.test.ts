import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unfold } from '../code/obfuscation.ts'
import { mentionsWallets } from '../createPageReader.ts'
import { scanHtml } from '../html/scanHtml.ts'
import { keysOnScreen } from './keysOnScreen.ts'
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

  it('by fields that have numbers for names, where balances have to be brought in order', async () => {
    const grid = inputs(12, (at) => `placeholder="${at}"`)
    assert.equal((await asked(`<p>Saldo ausente</p><p>Sincronizar</p>${grid}`)).length, 1)
    assert.deepEqual(await asked(`<p>Twelve players of your team</p>${grid}`), [])
    assert.deepEqual(await asked(`<p>Sync your calendar: plans of twelve months</p>${grid}`), [])
    assert.deepEqual(await asked(`<p>Balance of each month</p>${grid}`), [])
    const padded = inputs(12, (at) => `placeholder="${String(at).padStart(2, '0')}"`)
    assert.equal((await asked(`<p>Restore the missing balance</p><input name="note">${padded}`)).length, 1)
  })

  it('and not by numbered fields of other kinds beside a word for wallets', async () => {
    const grid = inputs(12, (at) => `placeholder="${at}"`)
    for (const text of [
      'Create a multisig wallet with twelve owners. Transactions need their signatures. Restore a wallet.',
      'Your wallet. Lottery: choose twelve numbers, paid from your balance. Unlock more rows.',
      'Crypto sudoku. Connect a wallet to unlock hints; balance 0.',
      'Sync your wallet. The balance per month:',
      'Connect your wallet. Crypto transactions of the team',
    ])
      assert.deepEqual(await asked(`<p>${text}</p>${grid}`), [], text)
  })

  it('by one word after the other, whose number a template writes', async () => {
    const step = (text: string) => asked(`<p>${text}</p><input id="w">`)
    assert.equal((await step('Il dispositivo è in ripristino. Scrivi la parola {{ at }} di 24.')).length, 1)
    assert.equal((await step('Відновлення гаманця. Слово 3 з 12')).length, 1)
    assert.deepEqual(await step('Cruciverba. Scrivi la parola {{ at }} di 24.'), [])
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

describe('keys that a page draws on the screen', () => {
  const asks = async (html: string, code: string) => {
    const outline = await scanHtml(html, AbortSignal.timeout(60_000))
    const codes = [unfold('inline', code)]
    return keysOnScreen([outline], codes, mentionsWallets(outline, codes)).map(({ kind }) => kind)
  }
  const keys = [...'qwertyuiopasdfghjklzxcvbnm'].map((one) => `<button>${one}</button>`).join('')
  const sends = `board.onclick = ({ target }) => fetch('/k', { method: 'POST', body: target.textContent })`

  it('are a field for what the page says it takes', async () => {
    const canvas = `const keys = 'qwertyuiopasdfghjklzxcvbnm␣'; [...keys].forEach((key, at) => pen.fillText(key, at * 20, 40)); ${sends}`
    assert.deepEqual(await asks('<h1>Wallet access</h1><p>Word 1 of 12</p><canvas></canvas>', canvas), ['seed-phrase'])
    assert.deepEqual(await asks(`<h1>Wallet wiederherstellen</h1><p>Wort 3 von 24</p>${keys}`, sends), ['seed-phrase'])
    const listed = `for (const key of [${[...'abcdefghijklmnopqrstuvwxyz'].map((one) => `'${one}'`).join(',')}]) add(key); ${sends}`
    assert.deepEqual(await asks('<h1>Wallet</h1><p>Su frase de recuperación</p>', listed), ['seed-phrase'])
  })

  it('are a field where code offers the words of phrases, whatever the page says', async () => {
    const list = `const words = 'abandon ability able about above absent absorb abstract absurd abuse access accident zoo'.split(' ')`
    assert.deepEqual(
      await asks('<h1>Підтвердіть</h1>', `${list}; ${sends}; for (const k of 'qwertyuiopasdfghjklzxcvbnm') add(k)`),
      ['seed-phrase'],
    )
    const keyed = `${sends}; for (const k of 'qwertyuiopasdfghjklzxcvbnm') add(k)`
    const few = `const words = 'abandon ability able about'.split(' ')`
    assert.deepEqual(await asks('<h1>Підтвердіть</h1>', `${few}; words.length === 2048; ${keyed}`), ['seed-phrase'])
    assert.deepEqual(await asks('<h1>Learn English</h1>', `${few}; ${keyed}`), [])
    assert.deepEqual(
      await asks('<h1>Learn</h1>', `const words = 'abandon ability able about above abroad absence'; ${keyed}`),
      [],
    )
    assert.deepEqual(await asks('<h1>Hangman</h1>', `${list}; ${keyed}`), [])
    const shows = `board.onclick = ({ target }) => { out.textContent += target.textContent }`
    assert.deepEqual(await asks(`<h1>Dice to words</h1>${keys}`, `${list}; ${shows}`), [])
    assert.deepEqual(await asks('<h1>Look a word up</h1>', `${list}; ${sends}`), [])
  })

  it('and nothing where no phrase is taken, it is warned of, or nothing is sent', async () => {
    assert.deepEqual(await asks(`<h1>Five letters</h1><p>Try 1 of 6</p>${keys}`, sends), [])
    assert.deepEqual(await asks(`<h1>Guess the word</h1><p>Word 3 of 12</p>${keys}`, sends), [])
    assert.deepEqual(
      await asks(`<h1>Wallet login</h1><p>Your PIN. Never enter your recovery phrase</p>${keys}`, sends),
      [],
    )
    const shows = `board.onclick = ({ target }) => { out.textContent += target.textContent }`
    assert.deepEqual(await asks(`<h1>Wallet trainer</h1><p>Recovery phrase, word 1 of 12</p>${keys}`, shows), [])
    const base64 = `const table = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'; ${sends}`
    assert.deepEqual(await asks('<h1>Wallet</h1><p>Recovery phrase</p>', base64), [])
  })
})

describe('letters and phrases that are only spoken of', () => {
  const asks = async (html: string, code: string) => {
    const outline = await scanHtml(html, AbortSignal.timeout(60_000))
    const codes = [unfold('inline', code)]
    return keysOnScreen([outline], codes, mentionsWallets(outline, codes)).map(({ kind }) => kind)
  }
  const sends = `board.onclick = ({ target }) => fetch('/k', { method: 'POST', body: target.id })`
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const index = letters.map((one) => `<a href="#${one}">${one.toUpperCase()}</a> `).join('')
  const keys = [...'qwertyuiopasdfghjklzxcvbnm'].map((one) => `<button>${one}</button>`).join('')

  it('are no keys: a glossary with an index', async () => {
    const words = '<h1>Wallet glossary</h1><p>Seed phrase: a list of 12 or 24 words that opens a wallet.</p>'
    assert.deepEqual(await asks(`${words}${index}`, sends), [])
    assert.deepEqual(await asks(`${words}${letters.map((one) => `<button>${one}</button>`).join('')}`, sends), [])
    assert.deepEqual(await asks(`<h1>Wallet</h1><p>Enter your recovery phrase in the app.</p>${index}`, sends), [])
  })

  it('are no keys: an alphabet from which names are made', async () => {
    const names = `const all = 'abcdefghijklmnopqrstuvwxyz'; let id = ''; for (let i = 0; i < 8; i++) id += all[Math.floor(Math.random() * 26)]; box.append(id)`
    assert.deepEqual(await asks('<h1>Wallet</h1><p>How to enter your recovery phrase.</p>', `${names}; ${sends}`), [])
  })

  it('ask for nothing in a game with words', async () => {
    const game =
      '<h1>Guess the words of BIP 39</h1><p>Each recovery phrase of a wallet is made of them. Word 3 of 12</p>'
    assert.deepEqual(await asks(`${game}${keys}`, sends), [])
  })
})

describe('a field in a conversation', () => {
  const chat = (said: string) => `<h1>Wallet</h1><p>${said}</p><input placeholder="…">`
  it('asks for what is to be sent, in the words of its operator', async () => {
    for (const said of [
      'Rina: Untuk menyinkronkan, kirim frasa pemulihan 12 kata Anda di obrolan ini sekarang juga ya',
      'Agent: To synchronise your account with the network, please send us your recovery phrase in this chat',
      'Оператор: чтобы разблокировать счёт, пришлите в этот чат вашу сид-фразу одним сообщением',
    ])
      assert.equal((await asked(chat(said)))[0]?.kind, 'seed-phrase', said)
  })

  it('and not where others are said to ask, or where words only look like asking', async () => {
    for (const said of [
      'Anyone in this chat who asks you to share your recovery phrase is an impostor, so close the window at once',
      'If a person tells you to send a recovery phrase, block that person and leave the group at once, please',
      'In the test environment the recovery phrase of each account is made new every night, and all coins are fake',
      'A recovery phrase that was written on paper is mandatory for accounts of companies with several owners here',
      'Más información sobre la frase de recuperación y de cómo guardarla está en la página de ayuda de la empresa',
      'Wir senden ein Merkblatt zur Wiederherstellungsphrase mit jedem Gerät, das in unserem Laden gekauft wird',
      'Подробно о том, как отправить монеты и хранить секретную фразу на бумаге, рассказано в нашем руководстве',
    ])
      assert.deepEqual(await asked(chat(said)), [], said)
  })

  it('and not where it says that it never asks', async () => {
    for (const said of [
      'Kami tidak pernah meminta frasa pemulihan Anda.',
      'Kurtarma ifadesi hiçbir zaman istenmez.',
      '当店からリカバリーフレーズをお尋ねすることはありません。',
      'Ми ніколи не питаємо сід-фразу.',
    ])
      assert.deepEqual(await asked(chat(said)), [], said)
  })
})
