import { page } from '../../src/sandbox/sites/page.ts'
import type { Site, SiteAnswer } from '../../src/sandbox/sites/site.ts'
import { codeAddress } from './codePictures.ts'
import { EIGHTH_BLIND_CLASSES } from './eighthBlindClasses.ts'
import { FIFTH_BLIND_CLASSES } from './fifthBlindClasses.ts'
import { HONEST_CODES } from './honest/codes.ts'
import { DAPPS } from './honest/dapps.ts'
import { HONEST_HANDED_OUT } from './honest/handedOut.ts'
import { HONEST_LOGOS } from './honest/logos.ts'
import { HONEST_WAYS } from './honest/otherWays.ts'
import { SERVICES } from './honest/services.ts'
import { HONEST_STEPS } from './honest/steps.ts'
import { TEXTS } from './honest/texts.ts'
import { HONEST_USED } from './honest/used.ts'
import { HONEST_WINDOWS } from './honest/windows.ts'
import { CODES } from './hostile/codes.ts'
import { DECEPTIONS } from './hostile/deceptions.ts'
import { FORMS } from './hostile/forms.ts'
import { GATES } from './hostile/gates.ts'
import { HANDED_OUT } from './hostile/handedOut.ts'
import { LOGOS } from './hostile/logos.ts'
import { OTHER_WAYS } from './hostile/otherWays.ts'
import { STEP_FORMS } from './hostile/steps.ts'
import { HOSTILE_USED } from './hostile/used.ts'
import { WALLET_REQUESTS } from './hostile/walletRequests.ts'
import { DRAWN_WINDOWS } from './hostile/windows.ts'
import type { PageClass } from './pageDesign.ts'
import type { PageWorld } from './pageWorld.ts'
import { SEVENTH_BLIND_CLASSES } from './seventhBlindClasses.ts'
import { siteNames } from './siteNames.ts'
import { SIXTH_BLIND_CLASSES } from './sixthBlindClasses.ts'
import { build, TOOLKITS, type Toolkit } from './toolkits.ts'
import { type Staging, WALLET_LIBRARIES } from './walletLibraries.ts'

/** Pages of each class. */
const VARIANTS = 4
const HOSTILE_STAGING: readonly Staging[] = ['open', 'encoded', 'split', 'remote', 'bundled']
const HONEST_STAGING: readonly Staging[] = ['open', 'bundled']

/** One page of the bench, with its label, which was fixed before it was ever scanned. */
export type PageCase = {
  id: string
  className: string
  hostile: boolean
  toolkit: Toolkit
  staging: Staging
  naming: 'neutral' | 'lifelike'
  site: Site
}

const PAGE_CLASSES: readonly PageClass[] = [
  ...WALLET_REQUESTS,
  ...FORMS,
  ...DECEPTIONS,
  ...GATES,
  ...DAPPS,
  ...TEXTS,
  ...SERVICES,
  ...CODES,
  ...HONEST_CODES,
  ...LOGOS,
  ...HONEST_LOGOS,
  ...STEP_FORMS,
  ...HONEST_STEPS,
  ...DRAWN_WINDOWS,
  ...HONEST_WINDOWS,
  ...FIFTH_BLIND_CLASSES,
  ...OTHER_WAYS,
  ...HONEST_WAYS,
  ...SIXTH_BLIND_CLASSES,
  ...SEVENTH_BLIND_CLASSES,
  ...EIGHTH_BLIND_CLASSES,
  ...HOSTILE_USED,
  ...HONEST_USED,
  ...HANDED_OUT,
  ...HONEST_HANDED_OUT,
]

/** All pages: every class in four variants, in turn by toolkit, wallet library, staging and kind of name. */
export function pageCases(
  world: PageWorld,
  { classes = PAGE_CLASSES, variants = VARIANTS }: { classes?: readonly PageClass[]; variants?: number } = {},
): PageCase[] {
  const names = { true: siteNames(true), false: siteNames(false) }
  const counts = { true: 0, false: 0 }
  return classes.flatMap((one) =>
    Array.from({ length: one.single ? 1 : variants }, (_, variant): PageCase => {
      const kind = String(one.hostile) as 'true' | 'false'
      const count = counts[kind]++
      const toolkit = TOOLKITS[(count + Math.floor(count / VARIANTS)) % TOOLKITS.length] as Toolkit
      const stagings = one.hostile ? HOSTILE_STAGING : HONEST_STAGING
      const staging = stagings[(count * 3 + variant) % stagings.length] as Staging
      const library = WALLET_LIBRARIES[
        (count * 2 + variant) % WALLET_LIBRARIES.length
      ] as (typeof WALLET_LIBRARIES)[number]
      const naming = (count + Math.floor(count / VARIANTS)) % 2 === 0 ? 'neutral' : 'lifelike'
      const host = names[kind](naming)
      const others = names[kind]
      const site = siteOf(one, variant, {
        world,
        host,
        other: () => others('neutral'),
        how: { toolkit, library, staging },
      })
      return { id: `${one.id}-${variant}`, className: one.id, hostile: one.hostile, toolkit, staging, naming, site }
    }),
  )
}

/** Days since registration: the same for both kinds. None is old enough to speak for itself. */
const AGES = [24, 75, 150, 310]

function siteOf(
  one: PageClass,
  variant: number,
  {
    world,
    host,
    other,
    how,
  }: { world: PageWorld; host: string; other: () => string; how: Parameters<typeof build>[1] },
): Site {
  const design = one.design(variant, world)
  const called = new Set([
    ...Object.keys(design.hosts ?? {}),
    ...(JSON.stringify(design).includes('{{rpc}}') ? ['rpc'] : []),
  ])
  const others = [...called].map((name) => [name, other()] as const)
  const named = (answer: SiteAnswer): SiteAnswer => ({
    ...answer,
    body: [...others, ['self', host] as const].reduce(
      (body, [name, of]) => body.replaceAll(`{{${name}}}`, of),
      answer.body,
    ),
  })
  // Code that is hidden names the hosts too: names are filled in before it is staged.
  const filled = JSON.parse(
    [...others, ['self', host] as const].reduce(
      (text, [name, of]) =>
        text.replaceAll(`{{${name}}}`, of).replaceAll(`{{code:${name}}}`, codeAddress(`https://${of}/`)),
      JSON.stringify(design),
    ),
  ) as typeof design
  const files = build(
    { ...filled, ...(design.gate && { gate: design.gate }) },
    one.plain ? { ...how, toolkit: 'plain' } : how,
  )
  const byHost = new Map(others.map(([name, of]) => [of, design.hosts?.[name]]))
  return {
    name: `${one.id}-${variant}`,
    kind: one.hostile ? 'trap' : 'honest',
    twinOf: '',
    url: `https://${host}/`,
    hosts: [host, ...others.map(([, of]) => of)],
    sees: one.id,
    registeredDaysAgo: AGES[variant % AGES.length] ?? 90,
    answer: (request) => {
      const own = byHost.get(request.host)
      if (own !== undefined || byHost.has(request.host)) return named(own ?? page('', ''))
      const cookie = { 'set-cookie': 'seen=1; Path=/; Max-Age=86400' }
      const gated = design.gate?.(request)
      if (gated) return { ...gated, headers: { ...gated.headers, ...cookie } }
      const found = files[request.path]
      if (found === undefined)
        return request.path.startsWith('/api')
          ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }
          : request.path.includes('.')
            ? { status: 404, headers: {}, body: '' }
            : page('Page', '<p>A page of this site.</p>')
      return { ...found, headers: { ...found.headers, ...cookie } }
    },
  }
}
