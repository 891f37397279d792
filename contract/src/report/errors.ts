/** Errors of working on a report, declared by every such call. [S4] */
export const takenErrors = {
  REPORT_TAKEN: { status: 409, message: 'Someone else is looking into this report.' },
  REPORT_DECIDED: { status: 409, message: 'This report was already decided.' },
} as const;
