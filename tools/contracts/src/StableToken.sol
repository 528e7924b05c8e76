// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Erc20} from "./base/Erc20.sol";
import {Owned} from "./base/Owned.sol";

/// @title A regulated dollar in the manner of USDC.
/// @dev Minters with quotas, a blacklist, a pause, EIP-2612 permit, EIP-3009 transferWithAuthorization and
/// increase/decreaseAllowance. The owner holds every role. Honest: nothing here moves a holder's tokens.
/// The domain separator is computed at each call, so the code may be placed at any address.
contract StableToken is Erc20, Owned {
    event Mint(address indexed minter, address indexed to, uint256 amount);
    event Burn(address indexed burner, uint256 amount);
    event MinterConfigured(address indexed minter, uint256 minterAllowedAmount);
    event Blacklisted(address indexed account);
    event UnBlacklisted(address indexed account);
    event Pause();
    event Unpause();
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    string public constant version = "2";

    bool public paused;
    mapping(address => bool) public isBlacklisted;
    mapping(address => uint256) public minterAllowance;
    mapping(address => uint256) public nonces;
    mapping(address => mapping(bytes32 => bool)) public authorizationState;

    modifier usable(address account) {
        require(!paused, "Pausable: paused");
        require(!isBlacklisted[account], "Blacklistable: account is blacklisted");
        _;
    }

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address owner_) {
        _describe(name_, symbol_, decimals_);
        _setOwner(owner_);
    }

    function isMinter(address account) external view returns (bool) {
        return minterAllowance[account] != 0;
    }

    function configureMinter(address minter, uint256 quota) external onlyOwner returns (bool) {
        minterAllowance[minter] = quota;
        emit MinterConfigured(minter, quota);
        return true;
    }

    function mint(address to, uint256 amount) external usable(msg.sender) usable(to) returns (bool) {
        require(minterAllowance[msg.sender] >= amount, "FiatToken: mint amount exceeds minterAllowance");
        minterAllowance[msg.sender] -= amount;
        _mint(to, amount);
        emit Mint(msg.sender, to, amount);
        return true;
    }

    function burn(uint256 amount) external usable(msg.sender) {
        _burn(msg.sender, amount);
        emit Burn(msg.sender, amount);
    }

    function pause() external onlyOwner {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        paused = false;
        emit Unpause();
    }

    function blacklist(address account) external onlyOwner {
        isBlacklisted[account] = true;
        emit Blacklisted(account);
    }

    function unBlacklist(address account) external onlyOwner {
        isBlacklisted[account] = false;
        emit UnBlacklisted(account);
    }

    function increaseAllowance(address spender, uint256 increment) external returns (bool) {
        _approve(msg.sender, spender, allowance[msg.sender][spender] + increment);
        return true;
    }

    function decreaseAllowance(address spender, uint256 decrement) external returns (bool) {
        require(allowance[msg.sender][spender] >= decrement, "ERC20: decreased allowance below zero");
        _approve(msg.sender, spender, allowance[msg.sender][spender] - decrement);
        return true;
    }

    function permit(address owner_, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(block.timestamp <= deadline, "FiatTokenV2: permit is expired");
        _verify(owner_, keccak256(abi.encode(PERMIT_TYPEHASH, owner_, spender, value, nonces[owner_]++, deadline)), v, r, s);
        _approve(owner_, spender, value);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
        require(!authorizationState[from][nonce], "FiatTokenV2: authorization is used");
        authorizationState[from][nonce] = true;
        bytes32 what =
            keccak256(abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce));
        _verify(from, what, v, r, s);
        emit AuthorizationUsed(from, nonce);
        _move(from, to, value);
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256(bytes(version)),
                block.chainid,
                address(this)
            )
        );
    }

    function _verify(address signer, bytes32 what, uint8 v, bytes32 r, bytes32 s) private view {
        address recovered = ecrecover(keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), what)), v, r, s);
        require(recovered != address(0) && recovered == signer, "EIP2612: invalid signature");
    }

    function _approve(address owner_, address spender, uint256 value) internal override usable(owner_) usable(spender) {
        super._approve(owner_, spender, value);
    }

    function _move(address from, address to, uint256 value)
        internal
        override
        usable(from)
        usable(to)
        usable(msg.sender)
    {
        super._move(from, to, value);
    }
}
