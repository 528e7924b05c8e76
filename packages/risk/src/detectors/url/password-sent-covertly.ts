import { defineDetector } from '../../engine/detector.ts'

/** Requests that no login makes: addresses of pictures and beacons have no answer that a page reads. */
const COVERT = { image: 'as the address of a picture', beacon: 'as a beacon' } as const
const isCovert = (channel: string): channel is keyof typeof COVERT => channel in COVERT

export default defineDetector({
  id: 'password-sent-covertly',
  title: 'Password phishing by hidden request',
  why: 'We typed a made-up password, and the page sent it by a request that brings no answer: as the address of a picture, or as a beacon. A login needs an answer; only theft does not.',
  advice: 'Enter nothing. If you entered a password, change it now, everywhere you use it.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'requested',
  needs: ['browsing'],
  detect: ({ browsing }) =>
    browsing.typed.flatMap(({ kind, channel, host }) =>
      kind === 'password' && isCovert(channel)
        ? [
            {
              description: `The page sends a typed password to ${host} ${COVERT[channel]}.`,
              evidence: { host, channel },
            },
          ]
        : [],
    ),
})
