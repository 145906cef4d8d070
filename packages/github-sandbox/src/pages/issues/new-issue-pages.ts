import { html } from 'hono/html'
import { nameField, type IssueForm, type IssueFormField } from './issue-forms.ts'
import { renderComment } from '../markdown/render-markdown.ts'
import { renderLabel } from '../parts/render-label.ts'
import { renderPersonSelect } from '../parts/render-person.ts'
import type { Markup, Page, RepositoryView } from '../page.ts'

/** The issue forms to choose from, and a blank issue. */
export function renderChooserPage(view: RepositoryView, forms: IssueForm[]): Page {
  const rows = forms.map(
    (form) =>
      html`<li class="row">
        <span
          ><b>${form.name}</b>
          <div class="muted">${form.description}</div></span
        >
        <a class="button" href="${view.base}/issues/new?template=${encodeURIComponent(form.file)}">Get started</a>
      </li>`,
  )
  return {
    title: 'New issue',
    tab: 'issues',
    body: html`<h1>New issue</h1>
      <ul class="box">
        ${rows}
        <li class="row">
          <span><b>Blank issue</b></span
          ><a class="button" href="${view.base}/issues/new">Get started</a>
        </li>
      </ul>`,
  }
}

/** Title and body, or the fields of an issue form. */
export async function renderNewIssuePage(view: RepositoryView, form: IssueForm | undefined): Promise<Page> {
  const fields = form
    ? await Promise.all(form.body.map((field, index) => renderField(view, field, nameField(index))))
    : renderBlank(view)
  const labels = (form?.labels ?? []).map((name) => html`${renderLabel(view.repository, name)} `)
  return {
    title: form ? `New issue: ${form.name}` : 'New issue',
    tab: 'issues',
    body: html`<h1>${form ? form.name : 'New issue'}</h1>
      <form class="box new-issue" method="post" action="${view.base}/issues">
        <input type="hidden" name="template" value="${form?.file ?? ''}" />
        <label class="field"><b>Title</b><input name="title" value="${form?.title ?? ''}" required /></label>
        ${fields} ${labels.length === 0 ? '' : html`<p>Labels: ${labels}</p>`}
        <div class="buttons">${renderPersonSelect(view)} <button class="button-primary">Create</button></div>
      </form>`,
  }
}

function renderBlank(view: RepositoryView): Markup {
  const options = view.repository.labels.map((label) => html`<option value="${label.name}">${label.name}</option>`)
  return html`<label class="field"><b>Description</b><textarea name="text" rows="12"></textarea></label>
    <label class="field"
      ><b>Label</b
      ><select name="label">
        <option value="">none</option>
        ${options}
      </select></label
    >`
}

async function renderField(view: RepositoryView, field: IssueFormField, name: string): Promise<Markup> {
  const { label, description, placeholder, value, multiple, options } = field.attributes
  if (field.type === 'markdown') return html`<div class="markdown-body">${await renderComment(value, view)}</div>`
  const hint =
    description === '' ? '' : html`<div class="muted markdown-body">${await renderComment(description, view)}</div>`
  const required = field.validations.required ? html` required` : ''
  const title = html`<b>${label}${field.validations.required ? ' *' : ''}</b>${hint}`
  switch (field.type) {
    case 'input':
      return html`<label class="field"
        >${title}<input name="${name}" value="${value}" placeholder="${placeholder}" ${required}
      /></label>`
    case 'textarea':
      return html`<label class="field"
        >${title}<textarea name="${name}" rows="6" placeholder="${placeholder}" ${required}>${value}</textarea>
      </label>`
    case 'dropdown': {
      const choices = options.map((option) => html`<option>${option}</option>`)
      const none = multiple || field.validations.required ? '' : html`<option value="">None</option>`
      return html`<label class="field"
        >${title}<select name="${name}" ${multiple ? html` multiple` : ''}${required}>
          ${none}${choices}
        </select></label
      >`
    }
    case 'checkboxes':
      return html`<fieldset class="field">
        <legend>${title}</legend>
        ${options.map((option) => html`<label><input type="checkbox" name="${name}" value="${option}" /> ${option}</label>`)}
      </fieldset>`
  }
}
