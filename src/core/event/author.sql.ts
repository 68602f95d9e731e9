/**
 * The present name of the person who has caused the event `e`, as everywhere; NULL for deleted
 * people, API tokens and the service itself, whose name in the event is kept.
 */
export const PRESENT_NAME = /* sql */ `(
  SELECT u.display_name FROM app_user u
   WHERE u.id = e.created_by_user_id AND u.kind <> 'system' AND u.deleted_at IS NULL)`;
