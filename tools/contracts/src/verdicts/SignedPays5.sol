// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

interface IPaid5 {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Pays by the signature of the payer. Another function makes calls, of any account or of the keeper alone.
contract SignedPays {
    address public keeper;
    bool public open;
    mapping(address => uint256) public nonces;

    constructor(address first, bool isOpen) public {
        keeper = first;
        open = isOpen;
    }

    function pay(address payer, address token, address to, uint256 amount, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 hash = keccak256(abi.encode(address(this), token, to, amount, nonces[payer]++));
        require(payer != address(0) && ecrecover(hash, v, r, s) == payer, "signature");
        require(IPaid5(token).transferFrom(payer, to, amount), "pull");
    }

    function run(address target, bytes calldata data) external {
        require(open || msg.sender == keeper, "keeper");
        (bool ok, ) = target.call(data);
        require(ok, "call");
    }
}

/// Makes any call for any account, and takes no tokens of any.
contract BareRunner {
    function run(address target, bytes calldata data) external {
        (bool ok, ) = target.call(data);
        require(ok, "call");
    }
}
