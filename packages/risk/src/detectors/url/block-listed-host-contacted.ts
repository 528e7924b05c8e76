import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'block-listed-host-contacted',
  title: 'Contact with a block-listed host',
  why: 'The page may be new, but a block list names the server that delivers its code, receives its forms or exchanges data with it. Drainers change their pages daily and their servers seldom.',
  advice: 'Leave the page and sign nothing.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'lists',
  needs: ['contactTrust'],
  detect: ({ contactTrust }) =>
    Object.entries(contactTrust)
      .filter(([, { listed }]) => listed.length > 0)
      .map(([host, { listed }]) => ({
        description: `The page works with ${host}, which “${listed[0]?.source ?? 'a list'}” names as ${listed[0]?.label ?? 'bad'}.`,
        evidence: {
          host,
          lists: listed.map(({ label, source, listedSince, matched }) =>
            [label, source, listedSince ?? 'no date', matched].join(', '),
          ),
        },
      })),
})
