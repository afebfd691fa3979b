import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { denySession } from './end-session.ts';

/** A route that the user may not see ends the session: clears the state and shows the login page with a message. */
export const Denied = () => {
  const navigate = useNavigate();
  useEffect(() => {
    denySession();
    void navigate('/login', { replace: true });
  }, [navigate]);
  return null;
};
