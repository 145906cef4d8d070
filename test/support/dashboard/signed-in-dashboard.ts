import { createFakeAppDashboard } from './fake-app-dashboard.ts'

export const dashboardOrigin = 'https://countersign.example'
export const shownPage = '/dashboard/octo/widgets/ISS-007/index.html'

/** The dashboard of a server, and a way to sign in there as anybody. */
export function openSignedInDashboard() {
  const { site, ...fake } = createFakeAppDashboard(() => dashboardOrigin)
  const cookieIn = (answer: Response) => answer.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''
  const signIn = async (login: string) => {
    const asked = await site.request(`${dashboardOrigin}/dashboard/sign-in`)
    const back = (asked.headers.get('location') ?? '').replace('code=ada', `code=${login}`)
    const cookie = cookieIn(await site.request(back, { headers: { cookie: cookieIn(asked) } }))
    return {
      open: (path: string) => site.request(`${dashboardOrigin}${path}`, { headers: { cookie } }),
      send: (path: string, fields: Record<string, string>, from = dashboardOrigin) =>
        site.request(`${dashboardOrigin}${path}`, {
          method: 'POST',
          headers: { cookie, origin: from, referer: `${from}${shownPage}` },
          body: new URLSearchParams(fields),
        }),
    }
  }
  return { ...fake, signIn }
}
