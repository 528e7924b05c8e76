import { detectorTest } from '../../testing/detectorTest.ts'
import { form, marks, page, unreached } from '../../testing/sampleUrl.ts'
import detector from './exfiltration-channel.ts'

detectorTest(detector, {
  detects: {
    'a login that reports to Telegram': {
      page: page({ channels: marks('telegram-bot'), forms: [form(['password'])] }),
    },
    'a login whose password leaves as a picture': {
      page: page({ channels: marks('covert-request'), forms: [form(['password'])] }),
    },
    'a wallet page with a Discord channel': {
      page: page({ channels: marks('discord-webhook'), walletCalls: marks('connect', 'approve') }),
    },
    'a wallet page that reads its server from a contract': {
      page: page({ channels: marks('smart-contract-config'), walletCalls: marks('approve') }),
      severity: 'medium',
    },
    'a token in a page that asks for nothing': { page: page({ channels: marks('telegram-bot') }), severity: 'medium' },
    'a server without a name': { page: page({ channels: marks('ip-endpoint') }), severity: 'low' },
  },
  clears: {
    'a page with a server of its own': { page: page({ forms: [form(['password'])] }) },
    'a picture that carries a search': { page: page({ channels: marks('covert-request') }) },
  },
  unknowns: {
    'a script that was not read': { page: page({ unread: ['app.js: too large'] }) },
    'a site that does not answer': unreached(),
  },
})
