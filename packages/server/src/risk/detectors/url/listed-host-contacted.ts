import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'listed-host-contacted',
  title: 'It works with a site that is on a block list',
  why: 'The page itself may be new; the server that brings its code, receives its forms or that it talks to is known. Drainers change their pages daily and their servers seldom.',
  advice: 'Leave the page.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'lists',
  needs: ['contactStandings'],
  detect: ({ contactStandings }) =>
    Object.entries(contactStandings)
      .filter(([, { listed }]) => listed.length > 0)
      .map(([host, { listed }]) => ({
        description: `It works with ${host}, which “${listed[0]?.source ?? 'a list'}” names as ${listed[0]?.label ?? 'bad'}.`,
        evidence: {
          host,
          lists: listed.map(({ label, source, listedSince, matched }) =>
            [label, source, listedSince ?? 'no date', matched].join(', '),
          ),
        },
      })),
})
