import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Field } from '../html/outline.ts'
import { secretOf } from './secretWords.ts'

const kind = (field: Partial<Field>) =>
  secretOf({ form: null, tag: 'input', type: 'text', names: '', label: '', before: '', ...field }, true)?.kind

describe('a field that asks for the keys of a wallet', () => {
  const asked: [what: string, field: Partial<Field>, kind: string][] = [
    ['by its name', { names: 'seedPhrase' }, 'seed-phrase'],
    ['by its placeholder', { tag: 'textarea', label: 'Enter your 12-word secret recovery phrase' }, 'seed-phrase'],
    ['by the sizes of phrases', { tag: 'textarea', label: '12, 18 ou 24 palavras' }, 'seed-phrase'],
    ['by a label before it', { before: 'Recovery phrase' }, 'seed-phrase'],
    [
      'by a sentence before it',
      { before: 'Connection failed. Please enter your seed phrase to restore access to all funds' },
      'seed-phrase',
    ],
    [
      'by the purpose that is named for it',
      {
        tag: 'textarea',
        before: 'Our agent asks for your recovery phrase to find the stuck transaction of last week.',
      },
      'seed-phrase',
    ],
    [
      'to open a wallet again',
      { tag: 'textarea', before: 'Rouvrez votre portefeuille avec votre phrase de récupération sur cette page.' },
      'seed-phrase',
    ],
    ['in German', { before: 'Geben Sie Ihre Wiederherstellungsphrase ein' }, 'seed-phrase'],
    ['in Russian', { before: 'Введите вашу секретную фразу' }, 'seed-phrase'],
    ['in Chinese', { before: '请输入您的助记词' }, 'seed-phrase'],
    ['in Spanish', { label: 'Introduzca su frase de recuperación' }, 'seed-phrase'],
    ['in Japanese', { before: 'シードフレーズを入力してください' }, 'seed-phrase'],
    ['by one word of them', { label: 'Word 3 of 12', before: 'Restore your wallet' }, 'seed-phrase'],
    ['for a key', { type: 'password', label: 'Private key' }, 'private-key'],
    ['for a key file', { type: 'file', label: 'Keystore file' }, 'private-key'],
    [
      'in a picture',
      { type: 'file', before: 'Take a picture of the card with your twelve recovery words.' },
      'seed-phrase',
    ],
    ['by their number', { tag: 'textarea', label: 'Enter your 24 words', before: 'Restore wallet' }, 'seed-phrase'],
    ['in a field that calls itself a search', { names: 'q', label: 'Enter your recovery phrase' }, 'seed-phrase'],
    [
      'after a warning that is there to look honest',
      { before: 'Never share it with anyone. Enter your recovery phrase' },
      'seed-phrase',
    ],
  ]
  for (const [what, field, expected] of asked) it(what, () => assert.equal(kind(field), expected))

  const honest: [what: string, field: Partial<Field>][] = [
    [
      'a search below an article',
      { names: 'q search', before: 'Phishing pages ask you to enter your recovery phrase.' },
    ],
    ['a newsletter below an article', { type: 'email', names: 'email', before: 'Enter your seed phrase nowhere' }],
    ['a warning', { before: 'We will never ask for your recovery phrase' }],
    ['a warning in French', { before: 'Ne saisissez jamais votre phrase de récupération' }],
    [
      'a word to the author of the guide',
      { tag: 'textarea', label: 'Tell us more', before: 'Enter your recovery phrase there. Was this helpful? ' },
    ],
    ['a comment', { tag: 'textarea', names: 'comment', before: 'Seed phrase' }],
    [
      'a mention in a long sentence',
      { before: 'A hardware device keeps the seed phrase away from computers, and this makes theft harder' },
    ],
    ['a pitch', { tag: 'textarea', label: 'Your pitch in 24 words' }],
    ['a search for help', { names: 'q', label: 'how to export a private key' }],
    ['a search that suggests words', { names: 'search-query', label: 'Search: seed phrase' }],
    ['a search field below a heading', { names: 'search', before: 'Recovery phrase' }],
    ['a security question of a bank', { label: 'Your secret word' }],
    ['a record of a list', { names: 'secret', label: 'Record 1 of 12' }],
    ['a password of a list', { label: 'Password 1 of 12', before: 'Import a backup' }],
    ['an answer of a quiz', { label: 'Antwort 3 von 12', before: 'Import' }],
    ['a word of a crossword', { label: 'Word 3 of 12', before: 'Find the secret word' }],
    ['a password', { type: 'password', label: 'Password' }],
    ['a button', { type: 'submit', names: 'import-seed-phrase' }],
  ]
  for (const [what, field] of honest) it(`not ${what}`, () => assert.equal(kind(field), undefined))
})
