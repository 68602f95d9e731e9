import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { wordsOf } from '../../../api/failure-words.js';
import { featureTexts } from '../../../texts/features.js';
import { announce } from '../../../kit/announcements.js';
import { PlainButton } from '../../../kit/plain-button.js';
import styles from './favorite-button.module.css';

interface FavoriteButtonProps {
  feature: { name: string; project: string; favorite: boolean };
}

const PATH = '/api/admin/projects/{projectId}/features/{featureName}/favorites';

/** Marks a feature as a favorite of the person, or no longer. */
export function FavoriteButton({ feature: { name, project, favorite } }: FavoriteButtonProps) {
  const queries = useQueryClient();
  const toggle = useMutation({
    mutationFn: (isFavorite: boolean) => {
      const params = { path: { projectId: project, featureName: name } };
      return bodyOf(isFavorite ? api.POST(PATH, { params }) : api.DELETE(PATH, { params }));
    },
    onError: (error) => announce({ kind: 'failed', text: wordsOf(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['features'] }),
  });
  const isShown = toggle.isPending ? toggle.variables : favorite;
  return (
    <PlainButton
      className={styles.button}
      aria-pressed={isShown}
      aria-label={isShown ? featureTexts.unfavorite(name) : featureTexts.favorite(name)}
      onClick={() => toggle.mutate(!isShown)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden>
        <path d="m12 3 2.8 5.7 6.2.9-4.5 4.4 1.1 6.2L12 17.3l-5.6 2.9 1.1-6.2L3 9.6l6.2-.9z" />
      </svg>
    </PlainButton>
  );
}
