// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Vault of coins whose deposits are moved inside, in one step or two, by accounts that the depositor named.
/// @dev Beside them are entries that look alike and move nothing.
contract InsideVault {
    mapping(address => uint256) private _deposits;
    mapping(address => address) private _guardians;
    mapping(address => address) private _recoverers;
    mapping(address => uint256) private _asked;
    mapping(address => address) private _nominees;
    mapping(address => address) private _managers;
    mapping(address => bytes32) private _heirs;
    mapping(address => mapping(address => uint96)) private _permissions;
    mapping(address => uint256) private _frozenUntil;
    mapping(address => string) private _names;

    function deposit() external payable {
        _deposits[msg.sender] += msg.value;
    }

    function withdraw(uint256 amount) external {
        require(block.timestamp >= _frozenUntil[msg.sender], "frozen");
        _pay(msg.sender, amount, msg.sender);
    }

    function setGuardian(address guardian) external {
        _guardians[msg.sender] = guardian;
    }

    function setRecoverer(address recoverer) external {
        _recoverers[msg.sender] = recoverer;
    }

    function nominate(address nominee) external {
        _nominees[msg.sender] = nominee;
    }

    function setHeirHash(bytes32 hash) external {
        _heirs[msg.sender] = hash;
    }

    /// @param packed an account and its permissions: 1 views, 2 pays out, 4 freezes.
    function setPermissions(uint256 packed) external {
        _permissions[msg.sender][address(uint160(packed >> 96))] = uint96(packed);
    }

    /// @param packed one byte of permissions, then the account.
    function setPermissionsOf(bytes calldata packed) external {
        _permissions[msg.sender][address(bytes20(packed[1:21]))] = uint8(packed[0]);
    }

    function recover(address account) external {
        require(msg.sender == _guardians[account], "not the guardian");
        _move(account);
    }

    function ask(address account) external {
        require(msg.sender == _recoverers[account], "not the recoverer");
        _asked[account] = block.timestamp;
    }

    function finish(address account) external {
        require(_asked[account] != 0 && block.timestamp >= _asked[account] + 1 days, "wait");
        require(msg.sender == _recoverers[account], "not the recoverer");
        _move(account);
    }

    function acceptFor(address account) external {
        require(msg.sender == _nominees[account], "not the nominee");
        _managers[account] = msg.sender;
    }

    function manage(address account, address to, uint256 amount) external {
        require(msg.sender == _managers[account], "not the manager");
        _pay(account, amount, to);
    }

    function inherit(address account, bytes32 salt) external {
        require(keccak256(abi.encode(msg.sender, salt)) == _heirs[account], "not the heir");
        _move(account);
    }

    function payOut(address account, address to, uint256 amount) external {
        require(_permissions[account][msg.sender] & 2 != 0, "not allowed");
        _pay(account, amount, to);
    }

    function freeze(address account) external {
        require(_permissions[account][msg.sender] & 4 != 0 && _frozenUntil[account] == 0, "not allowed");
        _frozenUntil[account] = block.timestamp + 2 days;
    }

    function rename(address account, string calldata name) external {
        require(_permissions[account][msg.sender] & 1 != 0, "not allowed");
        _names[account] = name;
    }

    function _move(address account) private {
        uint256 amount = _deposits[account];
        _deposits[account] = 0;
        _deposits[msg.sender] += amount;
    }

    function _pay(address account, uint256 amount, address to) private {
        _deposits[account] -= amount;
        (bool paid, ) = to.call{value: amount}("");
        require(paid, "not paid");
    }
}
