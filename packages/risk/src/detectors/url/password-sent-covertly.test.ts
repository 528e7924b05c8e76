import type { TypedSecret } from '../../facts/browsing.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, site, trust } from '../../testing/sampleUrl.ts'
import detector from './password-sent-covertly.ts'

const sends = (kind: TypedSecret['kind'], channel: TypedSecret['channel'], host = 'else.example') => ({
  browsing: browsing({ typed: [{ kind, host, channel }] }),
})
const OWN = site().host
const official = { trust: trust({ official: 'Tea Shop' }) }

detectorTest(detector, {
  detects: {
    'to the bot of a chat': {
      browsing: browsing({
        typed: [{ kind: 'password', host: 'api.telegram.org', channel: 'fetch', bot: 'telegram-bot' }],
      }),
    },
    'as a picture': sends('password', 'image'),
    'as a beacon': sends('password', 'beacon'),
    'as a beacon to a host with its name in front': sends('password', 'beacon', `${OWN}.else.example`),
    'as a picture of its own': sends('password', 'image', OWN),
    'as a picture from an official site': { ...sends('password', 'image'), ...official },
  },
  clears: {
    'a message to a chat': {
      browsing: browsing({
        typed: [{ kind: 'sentence', host: 'discord.com', channel: 'fetch', bot: 'discord-webhook' }],
      }),
    },
    'a login of the chat itself': sends('password', 'fetch', 'discord.com'),
    'a login that waits for an answer': sends('password', 'fetch'),
    'a form': sends('password', 'form'),
    'other words in a picture’s address': sends('sentence', 'image'),
    'a draft that its own server keeps': sends('password', 'beacon', OWN),
    'a draft kept by another host of the site': sends('password', 'beacon', `save.${OWN}:8443`),
    'a draft of an official site': { ...sends('password', 'beacon'), ...official },
    nothing: {},
  },
})
