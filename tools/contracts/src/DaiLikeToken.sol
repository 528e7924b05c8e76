// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Erc20} from "./base/Erc20.sol";

/// @title A dollar in the manner of DAI: wards instead of an owner, and the older permit that grants all or nothing.
/// @dev `permit(holder, spender, nonce, expiry, allowed, v, r, s)`: allowed = true sets 2^256-1; expiry 0 = never.
contract DaiLikeToken is Erc20 {
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)");
    string public constant version = "1";

    mapping(address => uint256) public wards;
    mapping(address => uint256) public nonces;

    modifier auth() {
        require(wards[msg.sender] == 1, "Dai/not-authorized");
        _;
    }

    constructor(string memory name_, string memory symbol_, address ward) {
        _describe(name_, symbol_, 18);
        wards[ward] = 1;
    }

    function rely(address guy) external auth {
        wards[guy] = 1;
    }

    function deny(address guy) external auth {
        wards[guy] = 0;
    }

    function mint(address to, uint256 value) external auth {
        _mint(to, value);
    }

    function burn(address from, uint256 value) external {
        if (from != msg.sender) _spend(from, msg.sender, value);
        _burn(from, value);
    }

    function push(address to, uint256 value) external {
        transferFrom(msg.sender, to, value);
    }

    function pull(address from, uint256 value) external {
        transferFrom(from, msg.sender, value);
    }

    function move(address from, address to, uint256 value) external {
        transferFrom(from, to, value);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (from != msg.sender) _spend(from, msg.sender, value);
        _move(from, to, value);
        return true;
    }

    function permit(
        address holder,
        address spender,
        uint256 nonce,
        uint256 expiry,
        bool allowed,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        bytes32 what = keccak256(abi.encode(PERMIT_TYPEHASH, holder, spender, nonce, expiry, allowed));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), what));
        require(holder != address(0) && holder == ecrecover(digest, v, r, s), "Dai/invalid-permit");
        require(expiry == 0 || block.timestamp <= expiry, "Dai/permit-expired");
        require(nonce == nonces[holder]++, "Dai/invalid-nonce");
        _approve(holder, spender, allowed ? type(uint256).max : 0);
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
}
