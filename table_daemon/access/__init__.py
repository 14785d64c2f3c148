"""Who may do what over HTTP (docs/access.md).

* `roles`: what each address needs. `gatekeeper`: who asks, who logs in, who leaves.
* `passcodes` and `passcode_file`: PINs as they are kept; `tries`: how often one may be guessed. `sessions`: who is
  logged in. `files`: the folder of it all.
* `certificates` and `tls_folder`: the table's own authority. `known_time`: whether the clock can be believed.
"""
