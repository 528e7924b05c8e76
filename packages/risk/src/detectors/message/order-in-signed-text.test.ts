import { detectorTest } from '../../testing/detectorTest.ts'
import { personalText, signIn, typedData } from '../../testing/sampleMessage.ts'
import detector from './order-in-signed-text.ts'

const STRANGER = '0x59D762C10a75372Aa1B20Bcd7e22Fa92AE7be19c'
const signInText = (statement: string) => ({
  ...personalText(`app.example wants you to sign in. ${statement}`),
  intents: [signIn({ statement })],
})

detectorTest(detector, {
  detects: {
    'a payment to a stranger': { ...personalText(`Transfer 100 USDC to ${STRANGER}`), intents: [] },
    'a sale for too little': { ...personalText('I sell Quiet Ape #1234 for 0.1 ETH'), intents: [] },
    'a withdrawal in another language': { ...personalText('提现 500 USDT'), intents: [] },
    'an account that may act': { ...personalText(`I authorize ${STRANGER} to manage my funds`), intents: [] },
    'a payment in the statement of a sign-in': signInText(`I pay 100 USDC to ${STRANGER}`),
  },
  clears: {
    'a login': { ...personalText('Sign in to Example. Nonce: 4711'), intents: [] },
    'terms of use': { ...personalText('I agree to the terms. Liability is limited to $100.'), intents: [] },
    'a sign-in': signInText('I accept the terms of service'),
    'a vote': { ...personalText('Vote yes on proposal 42'), intents: [] },
    'typed data, which other rules read': typedData(),
  },
})
