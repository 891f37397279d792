import { member, staff, staffWhoMails } from '../access/guards.ts';
import { decideReport } from './decide-report.ts';
import { getReport } from './get-report.ts';
import { listOwnReports } from './list-own-reports.ts';
import { sendReport } from './send-report.ts';
import { countReports, listReports } from './staff-reports.ts';
import { giveBackReport, takeReport } from './take-report.ts';
import { withdrawReport } from './withdraw-report.ts';

/** Members report content; staff work through the queue. */
export const reportRouter = {
  send: member.report.send.handler(sendReport),
  withdraw: member.report.withdraw.handler(withdrawReport),
  listMine: member.report.listMine.handler(listOwnReports),
  list: staff.report.list.handler(listReports),
  count: staff.report.count.handler(countReports),
  get: staff.report.get.handler(getReport),
  take: staff.report.take.handler(takeReport),
  giveBack: staff.report.giveBack.handler(giveBackReport),
  decide: staffWhoMails.report.decide.handler(decideReport),
};
