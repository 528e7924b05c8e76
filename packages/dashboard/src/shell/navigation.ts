export type Place = { path: string; title: string; operator?: boolean }
export type PlaceGroup = { title: string; places: readonly Place[] }

/** The pages of the sidebar and of the command box. */
export const NAVIGATION: readonly PlaceGroup[] = [
  {
    title: 'Analyse',
    places: [
      { path: '/', title: 'New scan' },
      { path: '/scans', title: 'Scan history' },
      { path: '/approvals', title: 'Approvals' },
      { path: '/report', title: 'Reports' },
    ],
  },
  {
    title: 'Watch',
    places: [
      { path: '/events', title: 'Events' },
      { path: '/monitors', title: 'Monitors' },
      { path: '/webhooks', title: 'Webhooks' },
    ],
  },
  {
    title: 'Protect',
    places: [
      { path: '/policies', title: 'Policies' },
      { path: '/held', title: 'Held transactions' },
    ],
  },
  {
    title: 'Service',
    places: [
      { path: '/networks', title: 'Networks and sources' },
      { path: '/intelligence', title: 'Intelligence', operator: true },
    ],
  },
  {
    title: 'Settings',
    places: [
      { path: '/settings/keys', title: 'API keys' },
      { path: '/settings/members', title: 'Members' },
      { path: '/settings/usage', title: 'Usage and limits' },
      { path: '/settings/audit', title: 'Audit log' },
    ],
  },
]
