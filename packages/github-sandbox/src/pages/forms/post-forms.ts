import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { Issue } from '../../world/world.ts'
import { callApi, type CallResult } from './call-api.ts'
import { renderRefusalPage } from '../error-page.ts'
import { readIssueForms, renderFormBody } from '../issues/issue-forms.ts'
import { linkIssue } from '../links.ts'
import { planCalls, type ApiCall } from './plan-calls.ts'
import { renderLayout } from '../parts/render-layout.ts'
import { listPeople } from '../parts/render-person.ts'
import type { RepositoryView } from '../page.ts'

interface ApiAccess {
  api: string
  fetch?: typeof fetch
}

/** Carries out what a form on an issue or pull request asks for, as the chosen person, and leads back to it. */
export async function postConversation(
  c: Context,
  view: RepositoryView,
  issue: Issue,
  access: ApiAccess,
): Promise<Response> {
  const form = await c.req.formData()
  const read = (name: string) => readField(form, name)
  const back = linkIssue(view.base, view.repository, issue)
  const calls = planCalls(`/repos${view.base}`, issue.number, read)
  if (!calls)
    return refuse(c, view, { status: 400, message: 'Unknown button', as: read('as'), text: read('text'), back })
  let anchor = ''
  for (const call of calls) {
    const result = await callAs(c, view, read('as'), call, access)
    if (!result.ok) return refuse(c, view, { ...result, as: read('as'), text: read('text'), back })
    if (call.anchor && result.id !== null) anchor = `#${call.anchor}${result.id}`
  }
  return c.redirect(`${back}${anchor}`, 303)
}

/** Opens an issue, blank or from an issue form, as the chosen person. */
export async function postIssue(c: Context, view: RepositoryView, access: ApiAccess): Promise<Response> {
  const form = await c.req.formData()
  const read = (name: string) => readField(form, name)
  const forms = read('template') === '' ? [] : await readIssueForms(view.git, view.repository)
  const issueForm = forms.find((candidate) => candidate.file === read('template'))
  const answers = (name: string) => form.getAll(name).filter((value) => typeof value === 'string')
  const text = issueForm ? renderFormBody(issueForm, answers) : read('text').replaceAll('\r\n', '\n')
  const labels = issueForm ? issueForm.labels : [read('label')].filter((label) => label !== '')
  const body = { title: read('title'), body: text, labels }
  const result = await callAs(c, view, read('as'), { method: 'POST', path: `/repos${view.base}/issues`, body }, access)
  const back = `${view.base}/issues`
  if (!result.ok) return refuse(c, view, { ...result, as: read('as'), text, back: `${back}/new` })
  return c.redirect(result.number === null ? back : `${back}/${result.number}`, 303)
}

function readField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The choice of the person is kept in a cookie for the next form. */
async function callAs(
  c: Context,
  view: RepositoryView,
  login: string,
  call: ApiCall,
  access: ApiAccess,
): Promise<CallResult> {
  const token = listPeople(view.world).find((person) => person.login === login)?.token
  if (token === undefined) return { ok: false, status: 400, message: 'Choose one of the people' }
  setCookie(c, 'as', login, { path: '/', httpOnly: true, sameSite: 'Strict' })
  return callApi(access.api, token, call, access.fetch ?? fetch)
}

function refuse(c: Context, view: RepositoryView, refusal: Parameters<typeof renderRefusalPage>[0]) {
  const status = refusal.status === 400 ? 400 : refusal.status === 403 ? 403 : refusal.status === 404 ? 404 : 422
  return c.html(renderLayout(renderRefusalPage(refusal), null, view), status)
}
