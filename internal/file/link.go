package file

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// mostLinks is how many symbolic links lead to a file at most, as on Linux.
const mostLinks = 40

// Target returns the path to which symbolic links lead from another one, as the system follows them: a ".." behind a linked folder is
// above the place of that folder. The path may have no file, as while its disk is not mounted.
func Target(path string) string {
	for range mostLinks {
		named, err := os.Readlink(path)
		if err != nil { // no link
			break
		}
		if found, err := filepath.EvalSymlinks(path); err == nil {
			return found
		}
		if !filepath.IsAbs(named) {
			folder, _ := filepath.Split(path)
			named = folder + named // filepath.Join would remove the folder before a ".."
		}
		folder, base := filepath.Split(named)
		if found, err := filepath.EvalSymlinks(folder); err == nil {
			named = filepath.Join(found, base)
		}
		path = named
	}
	return path
}

// CheckTarget returns an error if path, or a folder above it, is a symbolic link that leads nowhere, as while a disk is not mounted. It also
// returns one if the system cannot say whether there is a file, as in a loop of links. The file itself may be missing.
func CheckTarget(path string) error {
	named := Target(path)
	if named != path && isMissing(folderOf(named)) {
		return fmt.Errorf("%s is a link to %s, whose folder is missing: mount the disk, or make the folder, and start again", path, named)
	}
	for above := folderOf(path); isMissing(above) && above != folderOf(above); above = folderOf(above) {
		if named := Target(above); named != above {
			return fmt.Errorf("%s is a link to %s, which is missing: mount the disk, or make the folder, and start again", above, named)
		}
	}
	_, err := os.Stat(path)
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, syscall.ELOOP):
		return fmt.Errorf("%w: a link on this path leads back to itself; let it lead to the file, and start again", err)
	case errors.Is(err, fs.ErrPermission):
		return Access(path, err)
	}
	return fmt.Errorf("%w; check the path and its disk, and start again", err)
}

// folderOf returns the folder of a path as the system finds it; that of a root is the root. filepath.Dir would remove a linked folder
// before a "..".
func folderOf(path string) string {
	folder, _ := filepath.Split(path)
	if named := strings.TrimRight(folder, string(filepath.Separator)); named != filepath.VolumeName(folder) {
		folder = named
	}
	return cmp.Or(folder, ".")
}

func isMissing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}
