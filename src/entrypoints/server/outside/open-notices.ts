import { createNotices } from '../../../adapters/notices/create-notices.ts'
import { parseQuietHours } from '../../../adapters/notices/quiet-hours.ts'
import { CountersignFault } from '../../../application/fault.ts'
import type { Notices } from '../../../application/ports/notices.ts'
import type { Settings } from '../../settings/settings.ts'

type NoticeSettings = Pick<
  Settings,
  'NOTIFY_URL' | 'NOTIFY_SECRET' | 'NOTIFY_SLACK_URL' | 'NOTIFY_EVENTS' | 'NOTIFY_QUIET_HOURS'
>

/**
 * Whom the settings have told, outside of GitHub; undefined where that is nobody, and nothing is known of quiet hours that
 * another process keeps. Throws `configuration_invalid`.
 */
export function openNotices(settings: NoticeSettings): Notices | undefined {
  const { NOTIFY_URL: url, NOTIFY_SECRET: secret, NOTIFY_SLACK_URL: slack, NOTIFY_QUIET_HOURS: hours } = settings
  if (url === undefined && slack === undefined && hours === undefined) return undefined
  if (url !== undefined && secret === undefined)
    throw wrong('NOTIFY_SECRET is missing', 'NOTIFY_URL is set, and what is sent there is signed with it')
  const quiet = hours === undefined ? null : parseQuietHours(hours)
  if (quiet === undefined)
    throw wrong(
      'NOTIFY_QUIET_HOURS can’t be read',
      'it is like 22:00-07:00 Europe/Berlin, with a time zone of the IANA list',
    )
  return createNotices({
    webhook: url === undefined || secret === undefined ? null : { url, secret },
    slack: slack === undefined ? null : { url: slack },
    events: settings.NOTIFY_EVENTS,
    quiet,
  })
}

function wrong(what: string, details: string): CountersignFault {
  return new CountersignFault('configuration_invalid', what, details)
}
