import { type Static, Type } from 'typebox'
import { ChainName, Text } from './common.ts'
import { ViewName } from './summary.ts'

/** Body of POST /v1/scan/url. */
export const UrlBody = Type.Object(
  {
    url: Text('^[hH][tT][tT][pP][sS]?://[^\\s/?#]', {
      description:
        'http or https URL, at most 2048 characters. Credentials are not sent to the site, and its fragment is not read.',
      maxLength: 2048,
      expected: 'an http or https URL of at most 2048 characters',
    }),
    chain: Type.Optional(ChainName),
    options: Type.Optional(
      Type.Object({
        includeContent: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Adds `content`: what the page says and does. The page is analysed either way.',
          }),
        ),
        includeWhois: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Adds `whois`: the registration of the domain and its source. It is analysed either way.',
          }),
        ),
        browse: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              'Adds `browser`: runs the page in a browser and scans its wallet requests. Takes seconds longer; refused where the service has no browser.',
          }),
        ),
        fresh: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Visit the site now. False: an answer of up to ten minutes ago may be returned.',
          }),
        ),
        view: Type.Optional(ViewName),
        deadlineMs: Type.Optional(
          Type.Integer({
            minimum: 200,
            maximum: 30_000,
            default: 10_000,
            description: 'Milliseconds. The facts gathered by then are returned with `complete: false`.',
          }),
        ),
      }),
    ),
  },
  {
    title: 'UrlScanRequest',
    examples: [{ url: 'https://app.uniswap.org/swap', options: { includeContent: true, includeWhois: true } }],
  },
)

export type UrlRequest = Static<typeof UrlBody>
