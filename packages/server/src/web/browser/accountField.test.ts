import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCOUNT_FIELD, SECRET_FIELD } from './accountField.ts'

const account = new RegExp(ACCOUNT_FIELD, 'iu')
const secret = new RegExp(SECRET_FIELD, 'iu')

for (const said of [
  'Wallet address',
  '0x…',
  'Адрес кошелька',
  'Cüzdan adresi',
  '钱包地址',
  'Wallet-Adresse',
  'Dirección de tu billetera',
])
  test(`takes an account: ${said}`, () => assert.ok(account.test(said) && !secret.test(said)))

for (const said of [
  'cüzdan kurtarma kelimeleri',
  'Сид-фраза или адрес кошелька',
  '助记词或钱包地址',
  'Wallet address or 12 words',
  'Private key 0x…',
])
  test(`takes a secret: ${said}`, () => assert.ok(secret.test(said)))

for (const said of ['メールアドレス', 'Adresse de livraison', 'Email address of your wallet', 'addr', 'Indirizzo'])
  test(`takes no account: ${said}`, () => assert.ok(!account.test(said)))
