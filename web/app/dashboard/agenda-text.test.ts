import { describe, expect, it } from 'vitest';
import { askText, MOVE_OF_ASK } from './agenda-text.ts';

describe('what the dashboard asks about a job', () => {
  it('names the other person, and has one button for it [D1] [D3]', () => {
    expect(askText('confirm', 'Sam Sitter')).toEqual({
      title: 'Sam Sitter says it’s done',
      button: 'Confirm it’s done',
    });
    expect(askText('say_hello', 'Sam Sitter')).toEqual({
      title: 'Sam Sitter claimed your job',
      button: 'Say hello',
    });
  });

  it('is done with a press if it is an action, and in the chat if somebody has to be asked [J9]', () => {
    expect(MOVE_OF_ASK).toMatchObject({ confirm: 'confirm', start: 'start', finish: 'complete' });
    expect(MOVE_OF_ASK).toMatchObject({ not_started: null, say_hello: null });
  });
});
