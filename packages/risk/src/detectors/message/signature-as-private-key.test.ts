import type { Facts } from '../../facts/facts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { allowance, origin, personalText, typedData } from '../../testing/sampleMessage.ts'
import detector from './signature-as-private-key.ts'

const ZKSYNC = 'Access zkSync account.\n\nOnly sign this message for a trusted client!'
const STARK = 'Create your Stark Key to trade on the exchange.'

function asking(action: string): Pick<Facts, 'message' | 'intents'> {
  const { message } = typedData({ name: 'dYdX', verifyingContract: null })
  const parameters = [{ name: 'action', type: 'string', value: action }]
  const intent = { kind: 'unknown', protocol: null, verifier: null, addresses: [], moves: [], deadline: null } as const
  return {
    message: { ...message, form: { ...message.form, parameters } as typeof message.form },
    intents: [{ ...intent, addresses: [], moves: [] }],
  }
}

detectorTest(detector, {
  detects: {
    'a key that a stranger asks for': {
      ...personalText(ZKSYNC),
      origin: origin({ host: 'evil.example', official: null }),
    },
    'a trading key': { ...personalText(STARK), origin: origin({ host: 'evil.example', official: null }) },
    'the asking site is not named': { ...personalText(ZKSYNC), origin: null, severity: 'medium' },
    'a key of dYdX, asked for as typed data': {
      ...asking('dYdX STARK Key'),
      origin: origin({ host: 'evil.example', official: null }),
    },
    'the seed of a dYdX chain account': {
      ...asking('dYdX Chain Onboarding'),
      origin: origin({ host: 'evil.example', official: null }),
    },
    ...Object.fromEntries(
      [
        'Sign this message to generate your Example Privacy Key.',
        'Sign this message to access Example Exchange: 0x0BABA1Ad5bE3a5C0a66E7ac838a129Bf948f1eA4 with key nonce: 0',
        'Sign to derive the keypair of your account',
        'Firma para generar tu clave de Ejemplo',
        'Signez pour générer votre clé',
        'Unterschreibe, um deinen Schlüssel zu erzeugen',
        'Подпишите, чтобы создать ключ',
        '签名以生成您的密钥',
        '署名して暗号鍵を生成します',
      ].map((text) => [
        text.slice(0, 50),
        { ...personalText(text), origin: origin({ host: 'evil.example', official: null }) },
      ]),
    ),
    'the site of a known project': {
      ...personalText(ZKSYNC),
      origin: { ...origin({ host: 'lite.zksync.io' }), official: 'zkSync' },
      severity: 'low',
    },
  },
  clears: {
    'a greeting': personalText('Welcome! Sign to log in. Nonce: 12345'),
    'terms of use': personalText('I accept the terms. This signature only proves that I own this wallet.'),
    'a typed action without a key': asking('Accept the terms'),
    'typed data that does something else': { ...asking('dYdX STARK Key'), intents: [allowance()] },
    'an API key, which no one derives': personalText('Create an API key for Example'),
    'key features': personalText('Access the key features of Example. Nonce: 4711'),
    'a key that is only mentioned': personalText('We never ask for a key. Sign to access your account, code 31.'),
    'a market by that name': personalText('I want to list my key chain.'),
  },
})
